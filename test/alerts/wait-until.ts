import { setTimeout as wait } from 'node:timers/promises'

const LOOK_AGAIN_MS = 200

/** Waits until a condition holds. @throws Error with its name when it does not hold in time */
export async function waitUntil(
  { name, withinMs }: { readonly name: string; readonly withinMs: number },
  holds: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${name}`)
    await wait(LOOK_AGAIN_MS)
  }
}
