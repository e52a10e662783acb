import { EVIDENCE_FORM, type EvidenceId } from '#contract/ids.ts'

/** An evidence id, and the suffix with which a change event may carry it. */
const EVIDENCE = new RegExp(`(?<![\\p{L}\\p{N}_-])(${EVIDENCE_FORM})(?::[a-z_]+)?(?![\\p{L}\\p{N}_-])`, 'giu')

/** The evidence ids in a text, each once, and its words without them. */
export function evidenceIn(text: string) {
  const ids = [...text.matchAll(EVIDENCE)].map(([, id = '']) => id.toLowerCase() as EvidenceId)
  return { ids: [...new Set(ids)], words: text.replace(EVIDENCE, ' ') }
}
