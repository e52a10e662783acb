import { readdir, readFile } from 'node:fs/promises'

/** A tick of the times in `/proc`, in milliseconds. */
const TICK_MS = 10

/** Processor time of a process and of its children, those that ended too, in milliseconds. Linux only. */
export async function processorMsOf(pid: number): Promise<number> {
  const children = await childrenOf(pid)
  const times = await Promise.all(children.map((child) => ownTicksOf(child)))
  return (await ownTicksOf(pid, 4)) * TICK_MS + times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const texts = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')))
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number))
}

/** User and system time; with four fields those of children that ended as well. */
async function ownTicksOf(pid: number, fields: 2 | 4 = 2): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const afterName = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return afterName.slice(11, 11 + fields).reduce((sum, ticks) => sum + Number(ticks), 0)
}
