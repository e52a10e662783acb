import { type Exchange, grouped } from './history.ts'

/** The ways to break a promise to readers. */
export type Property =
  | 'position goes back'
  | 'own write is not read'
  | 'list is not a slice'
  | 'equal position has other bytes'
  | 'hidden project is shown'
  | 'acknowledged event is lost'
  | 'ledger is out of order'
  | 'read failed'

export type Finding = { readonly property: Property; readonly detail: string }

/** Words that name an exchange. */
export function nameOf(exchange: Exchange): string {
  const { session, sentAt, method, path, minPosition, status, position } = exchange
  const asked = minPosition === undefined ? '' : ` with min-position ${minPosition}`
  return `${session} at ${Math.round(sentAt)} ms: ${method} ${path}${asked} answered ${status} at position ${position}`
}

const SHOWN = 5

/** How often each promise is broken, with the first breaches of each. */
export function summaryOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no finding'
  const byProperty = [...grouped(findings, ({ property }) => property)]
  return byProperty
    .map(([property, those]) => {
      const first = those.slice(0, SHOWN).map(({ detail }) => `  ${detail}`)
      return [`${property}: ${those.length}`, ...first].join('\n')
    })
    .join('\n')
}
