-- KEYS: table, views; ARGV: field of the player in the table, or ''
-- What one viewer may see of a match, or nothing where the match is private and the player has no place at it.
local table = redis.call('HMGET', KEYS[1], 'json', 'private', ARGV[1])
if not table[1] or (table[2] and not table[3]) then
  return false
end
local viewer = table[3] and table[3] ~= '-' and table[3] or 'public'
return {redis.call('TIME'), viewer, table[1], redis.call('HGET', KEYS[2], viewer)}
