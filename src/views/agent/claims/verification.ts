import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { Dossier, DossierSource, DossierStatement } from '#contract/shapes/dossier.ts'
import { isUnreadKind } from '#domain/collecting/watching.ts'
import { outcomeWords } from '../../words/sources.ts'
import { type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/** The basis of a verification: the registered sources with how each was attributed, and the current statements. */
export function verificationGrounds({ sources, statements = [] }: Dossier): readonly AgentClaim[] {
  return [...sources.map(sourceClaim), ...statements.map(statementClaim)]
}

/** A registered source, how it was attributed to the project, and when it was last read. */
export function sourceClaim(source: DossierSource): AgentClaim {
  const { id, kind, locator, establishedBy, counted, lastReadAt, fork, upstream } = source
  return {
    kind: 'FACT',
    ...say`Source: ${kind} ${quoteWords(locator)}${forkWords(source)}, attributed by ${establishedBy}, ${counted ? 'counted' : 'not counted'}${isUnreadKind(kind) ? '; nothing reads a source of this kind yet' : ''}.`,
    value: { kind, establishedBy, counted, ...known({ fork, upstream }) },
    ...known({ observedAt: lastReadAt }),
    evidence: [id],
  }
}

/**
 * The words for a fork, with its upstream where that is known. Undefined for a source that is no fork, and while this
 * is unknown.
 */
function forkWords({ fork, upstream }: DossierSource): Said | undefined {
  if (fork !== true) return undefined
  return upstream === undefined ? say`, a fork` : say`, a fork of ${quoteWords(upstream)}`
}

/** A current statement, with the contract that it names and what its check found. */
export function statementClaim(stated: DossierStatement): AgentClaim {
  const { id, kind, by, statement, names, outcome, observedAt } = stated
  const found = outcomeWords(stated)
  return {
    kind: 'FACT',
    ...say`Statement by the ${by} (${kind}${found && `, ${found}`}): ${quoteWords(statement)}.`,
    value: { kind, by, ...known({ names, outcome }) },
    observedAt,
    evidence: [id],
  }
}

/**
 * The note beside a status while the project names another token; otherwise empty.
 * @source contract, Partner Card, activity_applies_to_token
 */
export function whoseActivity(appliesToToken: boolean | undefined): string {
  return appliesToToken === false ? "; the activity is the project's and is not linked to this token" : ''
}
