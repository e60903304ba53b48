-- KEYS: feed, following; ARGV: token of the holder, first id that is to stay, or '' to drop nothing
-- Drops what was followed and lets the feed go, unless somebody else holds it by now.
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 0
end
if ARGV[2] ~= '' then
  redis.call('XTRIM', KEYS[1], 'MINID', ARGV[2])
end
return redis.call('DEL', KEYS[2])
