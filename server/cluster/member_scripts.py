"""What Redis does in one step for the membership: who holds the lease of a node's name, and which nodes live."""

from server.cluster.script import Script

TAKEN, STRANGE, UNKNOWN, REPLACED = 0, -1, -2, -3
"""What is answered instead of the nodes: the lease is another's; a node of a version too far from ours lives; the
others have given our run up; a later run has our name."""

_NODES = """
-- Of each run in `nodes`: its number, what is known of it, and whether it holds the lease of its name.
local function nodes(key, prefix)
  local answer, all = {}, redis.call('HGETALL', key)
  for i = 1, #all, 2 do
    local known, info = pcall(cmsgpack.unpack, all[i + 1])
    if known and type(info) == 'table' and info.name and info.format then
      local lives = redis.call('GET', prefix .. info.name) == all[i]
      answer[#answer + 1] = {all[i], all[i + 1], lives and 1 or 0, info.format}
    end
  end
  return answer
end
"""

JOIN = Script(f"""
-- Keys: lease, nodes. Arguments: run, milliseconds, beginning of all leases, what is to be known of it, format.
{_NODES}
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return {TAKEN} end
for _, node in ipairs(nodes(KEYS[2], ARGV[3])) do
  if node[3] == 1 and math.abs(node[4] - tonumber(ARGV[5])) > 1 then return {STRANGE} end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[4])
return nodes(KEYS[2], ARGV[3])
""")

BEAT = Script(f"""
-- Keys: lease, nodes. Arguments: run, milliseconds, beginning of all leases.
-- A lease that has run out is taken anew, for as long as nobody has given the run up.
{_NODES}
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return {UNKNOWN} end
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return {REPLACED} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return nodes(KEYS[2], ARGV[3])
""")

LEAVE = Script("""
-- Key: lease. Argument: run.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
""")
