/** Topics that no question in words covers, each with the call that answers it. */
const INSTEAD: readonly (readonly [RegExp, (slug: string) => string])[] = [
  [
    /\b(?:source|code|contracts?)\b/i,
    (slug) =>
      `Contracts and their verified source are at /api/projects/${slug}/contracts and in get_project with view contracts.`,
  ],
  [/\btokens?\b/i, () => 'The token is asked by verify_project.'],
  [
    /\bwhy\b/i,
    (slug) => `Why a value stands is at /api/projects/${slug}/explain and in the tool explain_fact.`,
  ],
  [
    /\b(?:upgrad|deploy|pre-?release)/i,
    (slug) =>
      `Ships of one kind are at /api/agent/ships?project=${slug}&kind=upgrade, or deployment or prerelease.`,
  ],
  [/\b(?:un)?lock/i, (slug) => `Token locks are in /api/projects/${slug}/snapshot.`],
  [
    /\d{4}-\d{2}-\d{2}/,
    (slug) =>
      `A question has no dates: ask in days, or /api/projects/${slug}/diff?from=…&to=…, or list_ships with since and until.`,
  ],
  [/\bsince\b(?!.*\d{4}-)/i, () => 'Name a period in days, or the cursor of the last answer: since c1.0.'],
]
/** Maximum number of sentences in one answer. */
const MOST = 3

/** Sentences that name the calls for the words of a question that its answer leaves out. */
export function askInstead(words: readonly string[], slug = '{slug}'): readonly string[] {
  const asked = INSTEAD.filter(([pattern]) => words.some((one) => pattern.test(one)))
  return asked.slice(0, MOST).map(([, instead]) => instead(slug))
}

/** The texts that no other text of the list contains, each once. */
export function widestOf(words: readonly string[]): readonly string[] {
  const padded = (text: string) => ` ${text.toLowerCase()} `
  return words.filter((one, at) =>
    words.every((other, place) => {
      if (place === at || !padded(other).includes(padded(one))) return true
      return padded(other) === padded(one) && at < place
    }),
  )
}
