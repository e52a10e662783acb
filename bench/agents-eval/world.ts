import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mcpOf } from '#test/agents/mcp.ts'
import { startPostgres } from '#test/postgres/postgres.ts'
import { openLivedWorld, type World } from '#test/world/world.ts'
import type { ListedTool, Toolbox } from './question.ts'
import type { Rest } from './truth.ts'

/** Opens the sandbox at its fixed time, with the past that it has replayed, on its own PostgreSQL server. */
export async function openEvaluatedWorld(): Promise<AsyncDisposable & { readonly world: World }> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-agents-eval-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = stack.use(await startPostgres(join(dataDir, 'postgres')))
  const world = stack.use(await openLivedWorld({ dataDir, databaseUrl: server.url }))
  const opened = stack.move()
  return { world, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Reads paths of a world through REST. Each path is read once. */
export function restOf(world: World): Rest {
  const read = new Map<string, ReturnType<Rest>>()
  return (path) => {
    const known = read.get(path)
    if (known !== undefined) return known
    const reading = world.get(path).then(({ status, body }) => ({ status, body }))
    read.set(path, reading)
    return reading
  }
}

/** The tools of a world, as an MCP client gets them. */
export async function toolboxOf(world: World): Promise<Toolbox> {
  const mcp = mcpOf(world)
  const { tools } = await mcp.ask('tools/list')
  const { instructions } = await mcp.ask('server/discover')
  return {
    tools: tools as readonly ListedTool[],
    instructions: String(instructions),
    async call(name, args) {
      const { content } = await mcp.call(name, args)
      return content.map(({ text }) => text).join('\n')
    },
  }
}
