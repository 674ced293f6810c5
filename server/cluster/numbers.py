"""Numbers that no run, session or fence has twice: they rise, also where Redis has lost its newest."""

from server.cluster.script import Script

RAISED = """
local function raised(counter, by)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if (tonumber(redis.call('GET', counter)) or 0) < now then redis.call('SET', counter, string.format('%.0f', now)) end
  return redis.call('INCRBY', counter, by)
end
"""
"""In a script: the counter after so many numbers more. It never falls behind the clock."""

NUMBER = Script(f"""
-- Key: counter.
{RAISED}
return raised(KEYS[1], 1)
""")
"""The next number."""
