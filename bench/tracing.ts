import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CATALOGUE_OPTIONS, sizeOf } from './catalogue-options.ts'
import { figure, medianOf, tableOf } from './figures.ts'
import { openCatalogue, openCopy, openServer } from './server.ts'
import { measurePipeline } from './tracing-pipeline.ts'
import { measureRequests } from './tracing-requests.ts'
import { variantsOf } from './tracing-variants.ts'

/** Measures the processor time that tracing costs, beside the same work without tracing. The variants take turns. */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '60' },
    'pipeline-rounds': { type: 'string', default: '7' },
    ...CATALOGUE_OPTIONS,
  },
})
/** The largest allowed ratio at the recommended sampling. */
const AIM = 1.1
const count = (name: 'requests' | 'rounds' | 'pipeline-rounds') => Number.parseInt(values[name], 10)
const { projects, events } = sizeOf(values)

await using stack = new AsyncDisposableStack()
const receiver = fork(join(import.meta.dirname, 'tracing-receiver.ts'))
stack.defer(() => receiver.disconnect())
const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
const variants = variantsOf(`http://127.0.0.1:${port}`)
const server = stack.use(await openServer(values.data))
const catalogue = stack.use(await openCatalogue({ projects, events, seed: 'one' }, server))

const rows: string[][] = []
for (const kind of ['cached', 'uncached'] as const) {
  const rounds = await measureRequests(
    { kind, variants, databaseUrl: catalogue.url, rounds: count('rounds'), requests: count('requests') },
    catalogue.database,
  )
  rows.push(rowOf(`Partner Card, ${kind}, µs`, rounds))
}
const copy = stack.use(await openCopy(catalogue, server))
const pipeline = await measurePipeline({ variants, rounds: count('pipeline-rounds') }, copy.database)
rows.push(rowOf(`${figure(projects)} projects read and evaluated, ms`, pipeline.evaluated))
rows.push(rowOf('all their events written, ms', pipeline.written))
receiver.send('bytes')
const [{ bytes }] = (await once(receiver, 'message')) as [{ bytes: number }]
const named = variants.slice(1).map(({ name }) => [`at ${name}`, 'ratio'])
console.log(tableOf([['processor time', 'off', ...named.flat(), 'aim at 0.1'], ...rows]))
console.log(`exported ${figure(bytes / 1e6)} MB`)

/** A row with the medians of the rounds. A ratio compares two figures of the same round. */
function rowOf(name: string, rounds: readonly (readonly number[])[]): string[] {
  const figures = variants.map((_, index) => medianOf(rounds.map((round) => round[index] ?? Number.NaN)))
  const [off = Number.NaN, ...on] = figures
  const ratios = on.map((_, index) =>
    medianOf(rounds.map(([without = Number.NaN, ...others]) => (others[index] ?? Number.NaN) / without)),
  )
  const cells = on.flatMap((value, index) => [figure(value), (ratios[index] ?? Number.NaN).toFixed(2)])
  return [name, figure(off), ...cells, `${AIM}`]
}
