import type { CoverageState } from '#contract/enums.ts'

/** The meaning of each coverage state. A state other than MEASURED is also a reason for unknown. */
export const COVERAGE_MEANING: Readonly<Record<CoverageState, string>> = {
  MEASURED:
    'The sources were read well enough. What they show is a finding, and so is that they show nothing new.',
  NO_SOURCE:
    'No source is registered that could answer, or every provider answers that it has no data; a zero here is not a finding.',
  NOT_ENOUGH_YET: 'A source is registered but was not read yet, or not watched for long enough.',
  STALE: 'The last successful reading is too old to describe now.',
  SOURCE_UNAVAILABLE: 'Attempts to read fail, the source is not there, or the whole provider fails.',
  NOT_APPLICABLE:
    'The question does not arise: a project without a token has no market. Or no reading can answer it: the work is not code, nothing reads this kind of source yet, or another project has the contract.',
  NOT_RESEARCHED: 'Nothing is recorded about the project.',
  ERROR: 'The source refuses the request, or answers with something that cannot be parsed.',
  WITHHELD: 'Something is recorded but not published, or not believed.',
}
