"""The Lua of a table's log: what changes it checks first, in the same step, that nobody else owns the table.

KEYS: head and log. ARGV: run and fence of whoever asks, and then what each script names. All answer `outdated`
where the fence of the head is higher. A lower one is that of a Redis which has lost its newest: fences only rise.
"""

from server.cluster.script import Script

TOMBSTONE = 24 * 60 * 60
"""Seconds for which a closed table's head stays, so that nobody who slept so long makes the table again."""

_CHECKED = """
local head = redis.call('HMGET', KEYS[1], 'fence', 'run', 'seq', 'archived', 'closed')
local its, fence = tonumber(head[1] or 0), tonumber(ARGV[2])
local ours = its == fence and head[2] == ARGV[1]
local seq = tonumber(head[3] or 0)
if its > fence or (its == fence and not ours) then return 'outdated' end
"""

APPEND = Script(
    _CHECKED
    + """
local number, base = tonumber(ARGV[3]), ARGV[4] == 'base'
if head[5] then return 'outdated' end
if seq >= number then return ours and 'kept' or 'outdated' end
if not base and (not ours or seq ~= number - 1) then return 'behind' end
if base then
    redis.call('XADD', KEYS[2], number .. '-0', 'v', ARGV[5], 'f', ARGV[2], 'b', '1')
    redis.call('XTRIM', KEYS[2], 'MINID', number .. '-0')
else
    redis.call('XADD', KEYS[2], number .. '-0', 'v', ARGV[5], 'f', ARGV[2])
end
redis.call('HSET', KEYS[1], 'run', ARGV[1], 'fence', ARGV[2], 'seq', number)
return 'kept'
"""
)
"""Sequence number, `next` or `base`, the entry. `behind`: the entry before it is not there, or not under our fence.

A base needs nothing before it, and takes its place.
"""

CHECK = Script(
    _CHECKED
    + """
if head[5] then return 'outdated' end
return ours and seq >= tonumber(ARGV[3]) and 'kept' or 'behind'
"""
)
"""Sequence number: whether the log goes so far."""

CLAIM = Script(
    _CHECKED
    + """
if not head[1] or head[5] then return false end
redis.call('HSET', KEYS[1], 'run', ARGV[1], 'fence', ARGV[2])
return {seq, tonumber(head[4] or 0), redis.call('XRANGE', KEYS[2], '-', '+')}
"""
)
"""The log is ours; how far it goes, up to which party it is archived, and all entries. Nothing where none is."""

ARCHIVED = Script(
    _CHECKED
    + """
if head[1] and not head[5] then
    redis.call('HSET', KEYS[1], 'archived', math.max(tonumber(head[4] or 0), tonumber(ARGV[3])))
end
return 'kept'
"""
)
"""Number of a party: it and those before it are archived."""

CLOSE = Script(
    _CHECKED
    + """
redis.call('UNLINK', KEYS[2])
redis.call('HDEL', KEYS[1], 'seq', 'archived')
redis.call('HSET', KEYS[1], 'run', ARGV[1], 'fence', ARGV[2], 'closed', 1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'kept'
"""
)
"""Seconds: for so long the head stays as a tombstone. The log is gone."""
