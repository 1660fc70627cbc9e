-- The mix of mix.yaml for wrk: `wrk -s mix.lua URL -- ids.csv`. wrk itself counts replies that are not 2xx or 3xx;
-- one histogram for all operations is what it has.
local ids = {}
local json = { ["Content-Type"] = "application/json" }

local function random_id()
  return ids[math.random(#ids)]
end

function init(arguments)
  local rows = io.lines(arguments[1])
  rows()
  for id in rows do
    ids[#ids + 1] = id
  end
  math.randomseed(1)
end

function request()
  local drawn = math.random(100)
  if drawn <= 70 then
    return wrk.format("GET", "/status/" .. random_id())
  elseif drawn <= 90 then
    local ten = {}
    for number = 1, 10 do
      ten[number] = random_id()
    end
    return wrk.format("GET", "/status?ids=" .. table.concat(ten, ","))
  elseif drawn <= 95 then
    return wrk.format("POST", "/status", json, '{"status": 3}')
  end
  return wrk.format("PUT", "/status/" .. random_id(), json, '{"status": 4}')
end
