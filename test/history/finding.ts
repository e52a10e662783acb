import type { Exchange } from './history.ts'

/** The promises to readers, each by its breach. */
export type Property =
  | 'position goes back'
  | 'own write is not read'
  | 'page is not a slice'
  | 'equal position has other bytes'
  | 'hidden project is shown'
  | 'acknowledged event is lost'
  | 'read failed'

export type Finding = { readonly property: Property; readonly detail: string }

/** Words that name an exchange. */
export function nameOf({ session, sentAt, method, path, status, position }: Exchange): string {
  return `${session} at ${Math.round(sentAt)} ms: ${method} ${path} answered ${status} at position ${position}`
}
