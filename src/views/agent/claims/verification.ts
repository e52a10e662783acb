import type { Output } from '#contract/operations/index.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { soundItems } from '../sound-items.ts'
import { quote } from '../words.ts'
import { composed } from './noted.ts'

type Dossier = Output<'project'>

/** What verification rests on: the registered sources with how each was established, and the standing statements. */
export function verificationGrounds(dossier: Dossier): readonly AgentClaim[] {
  const { sources, statements = [] } = dossier
  return [...sources.map(sourceClaim), ...soundItems(statements).map(statementClaim)]
}

function sourceClaim(source: Dossier['sources'][number]): AgentClaim {
  const locator = quote(source.locator)
  return {
    statement: `Source ${source.kind} ${locator.text}, established by ${source.establishedBy}, ${source.counted ? 'counted' : 'not counted'}.`,
    ...composed(locator),
    ...{ kind: 'FACT', value: { establishedBy: source.establishedBy, counted: source.counted } },
    observedAt: source.lastReadAt ?? source.attachedAt,
    evidence: [source.id],
  }
}

function statementClaim(stated: NonNullable<Dossier['statements']>[number]): AgentClaim {
  const words = quote(stated.statement)
  return {
    statement: `Stated by ${stated.by} (${stated.kind}): ${words.text}`,
    ...composed(words),
    ...{ kind: 'FACT', value: stated.names ?? stated.kind, observedAt: stated.observedAt },
    evidence: [stated.id],
  }
}
