import { readdir, readFile } from 'node:fs/promises'
import { readIfThere } from '#app/files/read-if-there.ts'

/** A tick of the times in `/proc`, in milliseconds. */
const TICK_MS = 10

/**
 * Processor time of a process and of its children, those that ended too, in milliseconds. Linux only. The process is
 * read last, so that it has the time of a child that ended meanwhile.
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

/** User and system time of a `stat`; with four fields those of children that ended as well. */
function ticksIn(stat: string, fields: 2 | 4): number {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return afterName.slice(11, 11 + fields).reduce((sum, ticks) => sum + Number(ticks), 0)
}
