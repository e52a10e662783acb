-- Requests of many clients, made before the load begins: no client comes near its minute's budget.
local clients = 65536
local requests = {}
local at = 0

function init()
  local paths = {}
  for path in io.lines(os.getenv("PATHS_FILE")) do paths[#paths + 1] = path end
  for client = 1, clients do
    requests[client] = wrk.format("GET", paths[client % #paths + 1], {
      ["accept"] = "application/json",
      ["x-forwarded-for"] = string.format("10.%d.%d.%d", math.floor(client / 65536), math.floor(client / 256) % 256, client % 256),
    })
  end
end

function request()
  at = at % clients + 1
  return requests[at]
end

-- os.clock is the processor time of the whole process, its start included.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "json {\"requests\":%d,\"seconds\":%f,\"unexpected\":{\"failed connections\":%d,\"answers of 400 or more\":%d},\"p99Ms\":%f,\"cpuSeconds\":%f}\n",
    summary.requests,
    summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.timeout,
    errors.status,
    latency:percentile(99) / 1000,
    os.clock()
  ))
end
