"""What Redis does in one step for the commons: the facts, the lock, the codes of tables."""

from server.cluster.numbers import RAISED
from server.cluster.script import Script

FACTS_KEPT = 10_000
"""About so many facts stay in the stream; a node that is further behind has to begin anew."""

DONE, LOST, GIVEN_UP = 1, 0, -1
"""How STATE ends: all is stated; the hold was lost and nothing is; the run of the node is no more and nothing is."""

STATE = Script("""
-- Keys: facts, count, done, nodes, lock, latest, people, keys, bans, present, tables, codes.
-- Arguments: run, batch, hold (or empty), how many facts to keep; then for each fact: what it does, a field,
-- a number, whose it is, its encoding.
-- What is in `present` and `tables` begins with number:whose: and so can be compared without decoding.
-- A fact that means nothing any more changes nothing and is not stated.
local run, batch, hold, kept = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local hash = {people = KEYS[7], keys = KEYS[8], bans = KEYS[9]}
local present, tables, codes = KEYS[10], KEYS[11], KEYS[12]

if tonumber(redis.call('GET', KEYS[3]) or '0') >= batch then return 1 end
if redis.call('HEXISTS', KEYS[4], run) == 0 then return -1 end
if hold ~= '' then
  if redis.call('GET', KEYS[6]) ~= hold then return 0 end
  if redis.call('GET', KEYS[5]) == hold then redis.call('DEL', KEYS[5]) end
end

local function there(key, field)
  local value = redis.call('HGET', key, field)
  if not value then return nil, nil end
  local number, whose = string.match(value, '^(%d+):([^:]*):')
  return tonumber(number), whose
end

local function put(key, field, number, whose, value)
  local before = there(key, field)
  if before and before > tonumber(number) then return false end
  redis.call('HSET', key, field, number .. ':' .. whose .. ':' .. value)
  return true
end

local does = {}
function does.told() return true end
function does.keep(field, number, whose, value)
  redis.call('HSET', hash[whose], field, value)
  return true
end
function does.change(field, number, whose, value)
  if redis.call('HEXISTS', hash[whose], field) == 0 then return false end
  return does.keep(field, number, whose, value)
end
function does.forget(field, number, whose)
  redis.call('HDEL', hash[whose], field)
  return true
end
function does.came(field, number, whose, value)
  return put(present, field, number, whose, value)
end
function does.went(field, number)
  if there(present, field) ~= tonumber(number) then return false end
  redis.call('HDEL', present, field)
  return true
end
function does.listed(field, number, whose, value)
  if not put(tables, field, number, whose, value) then return false end
  redis.call('HSETNX', codes, field, run .. ':0')
  return true
end
function does.closed(field, number, whose)
  local _, uid = there(tables, field)
  if uid ~= whose then return false end
  redis.call('HDEL', tables, field)
  redis.call('HDEL', codes, field)
  return true
end
function does.gone(field)
  if redis.call('HDEL', KEYS[4], field) == 0 then return false end
  for _, name in ipairs(redis.call('HKEYS', present)) do
    local _, at = there(present, name)
    if at == field then redis.call('HDEL', present, name) end
  end
  local reserved = redis.call('HGETALL', codes)
  for i = 1, #reserved, 2 do
    if string.match(reserved[i + 1], '^(%d+):') == field and redis.call('HEXISTS', tables, reserved[i]) == 0 then
      redis.call('HDEL', codes, reserved[i])
    end
  end
  return true
end

for i = 5, #ARGV, 5 do
  local value = ARGV[i + 4]
  if does[ARGV[i]](ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], value) then
    local n = redis.call('INCR', KEYS[2])
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', kept, '*', 'v', n .. ':' .. value)
  end
end
redis.call('SET', KEYS[3], batch, 'EX', 86400)
return 1
""")

LOAD = Script("""
-- Keys: facts, count, people, keys, bans, present, tables. What they amount to, and the last fact in it.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local answer = {last and last[1] or '0-0', tonumber(redis.call('GET', KEYS[2]) or '0')}
for i = 3, #KEYS do answer[#answer + 1] = redis.call('HVALS', KEYS[i]) end
return answer
""")

TAKE_LOCK = Script(f"""
-- Keys: lock, latest, counter, facts. Arguments: run, number of the hold, milliseconds, how many sessions.
-- A hold of ours that is older than this one is over; where one is newer, this is an order that lost its way.
{RAISED}
local run, number = ARGV[1], tonumber(ARGV[2])
local function ours(hold)
  local whose, n = string.match(hold or '', '^(%d+):(%d+)$')
  return whose == run and tonumber(n) or nil
end
local holder, latest = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])
if holder and not ours(holder) or (ours(latest) or 0) >= number then return false end
local hold = run .. ':' .. number
redis.call('SET', KEYS[1], hold, 'PX', ARGV[3])
redis.call('SET', KEYS[2], hold)
local last = redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1)[1]
return {{raised(KEYS[3], ARGV[4]), last and last[1] or '0-0'}}
""")

LEAVE_LOCK = Script("""
-- Key: lock. Argument: the hold that is over.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
""")

RESERVE = Script("""
-- Key: codes. Arguments: whose, then codes. Those of them that are reserved now; a table's are always reserved.
local won = {}
for i = 2, #ARGV do
  redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[1])
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[1] then won[#won + 1] = ARGV[i] end
end
return won
""")

GIVE_BACK = Script("""
-- Key: codes. Arguments: a code and whose, again and again.
for i = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1] then redis.call('HDEL', KEYS[1], ARGV[i]) end
end
return 1
""")
