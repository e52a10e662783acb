import type { Implementation } from './records.ts'

/** Whether an implementation is an upgrade: it is not the proxy's first, and not the one that was set already. */
export function isUpgrade({
  initial,
  implementation,
  previousImplementation,
}: Pick<Implementation, 'initial' | 'implementation' | 'previousImplementation'>): boolean {
  return !initial && implementation !== previousImplementation
}
