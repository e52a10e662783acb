import { readdir, readFile } from 'node:fs/promises'
import { readIfThere } from '#app/files/read-if-there.ts'

/** The unit of times in `/proc`, in milliseconds. */
const TICK_MS = 10

/**
 * The processor time in milliseconds of a process and its children, including children that have ended. Linux only. The
 * process is read last, so that it includes a child that ends in the meantime.
 */
export async function processorMsOf(pid: number): Promise<number> {
  const children = await childrenOf(pid)
  const stats = await Promise.all(children.map((child) => readIfThere(`/proc/${child}/stat`)))
  const times = stats.flatMap((stat) => (stat === undefined ? [] : [ticksIn(stat, 2)]))
  const own = ticksIn(await readFile(`/proc/${pid}/stat`, 'utf8'), 4)
  return times.reduce((sum, ticks) => sum + ticks, own) * TICK_MS
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const texts = await Promise.all(tasks.map((task) => readIfThere(`/proc/${pid}/task/${task}/children`)))
  return texts.flatMap((text) => (text === undefined ? [] : text.split(' ').filter(Boolean).map(Number)))
}

/** The user and system time in a `stat` file, in ticks. With four fields it includes children that have ended. */
function ticksIn(stat: string, fields: 2 | 4): number {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return afterName.slice(11, 11 + fields).reduce((sum, ticks) => sum + Number(ticks), 0)
}
