import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { ExplainFact } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import {
  EXPLAINED_EVIDENCE_MAX,
  type ExplainableFact,
  type Explanation,
  type LineageStep,
} from '#contract/shapes/explanation.ts'
import { laterOf } from '#contract/time.ts'
import { isUnreadKind } from '#domain/collecting/watching.ts'
import type { RegisteredSource } from '#domain/project/dossier-record.ts'
import type { ExplainedProject, StoredConclusion } from '#domain/project/explained-record.ts'
import { findRule, ruleOf } from '#domain/rule-book.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { projectReference } from '../project/reference.ts'
import { sourceUrl } from '../project/source-url.ts'
import { explanationLink, receiptLink, type Site } from '../site/links.ts'
import { sourceWords, wordsOrNull } from '../words/sources.ts'
import { explainedInputs } from './explained-inputs.ts'
import { explainedValue } from './explained-value.ts'
import { lineageOf, publishedStep } from './lineage.ts'
import { conclusionId, type DerivedFact, statedFact, statedMeaning } from './stated-fact.ts'

/** An explanation before the read names the parameters that it ignored. */
type Explained = Omit<Explanation, 'ignoredParameters'>

/** The facts of a project that can be explained: each derived fact, and for each source whether it is counted. */
export function explanationIndex(project: ExplainedProject, site: Site): Explained {
  const { slug, sources } = project
  const items = ExplainFact.enum.flatMap((fact): ExplainableFact[] =>
    fact === 'source.counted'
      ? sources.map(({ id: source }) => ({
          fact,
          source,
          state: 'FACT',
          url: explanationLink({ slug, fact, source }, site),
        }))
      : [{ fact, ...stateOf(statedFact(fact, project).state), url: explanationLink({ slug, fact }, site) }],
  )
  return { ...about(project, site), items, disclaimer: DISCLAIMERS.explanation }
}

/** How a derived fact was concluded. For a withheld fact it gives only the rule and the reason. */
export function explanation(
  { project, fact }: { readonly project: ExplainedProject; readonly fact: DerivedFact },
  site: Site,
): Explained {
  const stated = statedFact(fact, project)
  const conclusion = 'rule' in stated ? stated : undefined
  return {
    ...about(project, site),
    fact,
    ...stateOf(stated.state),
    ...(stated.state === 'MEASURED' ? explainedValue(fact, stated) : { meaning: statedMeaning(stated) }),
    ...ruleField(conclusion === undefined ? ruleOf(fact)?.id : conclusion.rule),
    ...(conclusion === undefined ? {} : groundsOf(conclusion, project, site)),
    disclaimer: DISCLAIMERS.explanation,
  }
}

/** Whether a source is counted: a recorded decision, with how the source was attributed to the project. */
export function sourceExplanation(
  { project, source }: { readonly project: ExplainedProject; readonly source: RegisteredSource },
  site: Site,
): Explained {
  const { id, attachedAt, establishedBy, establishedOn, counted, notCountedReason } = source
  const at = laterOf(attachedAt, project.publishedAt)
  return {
    ...about(project, site),
    fact: 'source.counted',
    source: id,
    state: 'FACT',
    value: counted,
    detail: {
      establishedBy,
      ...known({
        establishedUrl: sourceUrl(source.establishedUrl),
        establishedOn,
        establishedStatement: wordsOrNull(source.establishedStatement),
        linkReadAt: source.linkReadAt,
        notCountedReason: wordsOrNull(notCountedReason),
      }),
    },
    inputs: [{ name: 'locator', value: sourceWords(source.locator), source: id }],
    lineage: [
      { step: 'source', at: attachedAt, text: 'The source was registered.' },
      readingStep(source),
      { step: 'selection', at: attachedAt, text: 'The decision is recorded with the source.' },
      publishedStep(at),
    ],
    ...evidenceField([id], site),
    unknownInputs: [],
    evaluatedAt: attachedAt,
    disclaimer: DISCLAIMERS.explanation,
  }
}

function readingStep({ kind, lastReadAt }: RegisteredSource): LineageStep {
  if (lastReadAt !== null)
    return { step: 'reading', at: lastReadAt, text: 'It was last read successfully at this time.' }
  const text = isUnreadKind(kind) ? 'Nothing reads a source of this kind yet.' : 'It was not read yet.'
  return { step: 'reading', text }
}

function about(project: ExplainedProject, site: Site): Pick<Explanation, 'project' | 'scoringVersion'> {
  return { project: projectReference(project, site), scoringVersion: scoringVersion() }
}

function stateOf(state: StoredConclusion['state']): Pick<ExplainableFact, 'state' | 'reason'> {
  return state === 'MEASURED' ? { state: 'DERIVED' } : { state: 'UNKNOWN', reason: state }
}

function ruleField(id: string | undefined): Pick<Explanation, 'rule'> {
  if (id === undefined) return {}
  const rule = findRule(id)
  return { rule: { id, ...(rule === undefined ? {} : { title: rule.title, text: rule.text }) } }
}

function groundsOf(conclusion: StoredConclusion, { publishedAt }: ExplainedProject, site: Site) {
  const inputs = explainedInputs(conclusion)
  return {
    ...known({ conclusion: conclusionId(conclusion) }),
    inputs,
    lineage: lineageOf(conclusion, { inputs, publishedAt }),
    ...evidenceField(conclusion.evidence, site),
    unknownInputs: conclusion.unknownInputs.map(({ input, reason }) => ({
      input: sourceWords(input),
      reason: reason as NonNullable<Explanation['reason']>,
    })),
    evaluatedAt: conclusion.evaluatedAt,
    confirmedAt: conclusion.confirmedAt,
  }
}

function evidenceField(
  ids: readonly EvidenceId[],
  site: Site,
): Pick<Explanation, 'evidence' | 'evidenceTotal'> {
  if (ids.length === 0) return {}
  const evidence = ids.slice(0, EXPLAINED_EVIDENCE_MAX).map((id) => ({ id, url: receiptLink(id, site) }))
  return { evidence, evidenceTotal: ids.length }
}
