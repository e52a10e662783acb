import { apiEntries, llmsEntries, securityEntries } from './document-forms.ts'
import { parsePage } from './page.ts'
import { judgeRobots } from './robots-rules.ts'
import { parseSitemap } from './sitemap-form.ts'

/** What is parsed apart, by name. Inputs and results are plain data, because they are copied between threads. */
export const PARSE_JOBS = {
  robots: judgeRobots,
  page: parsePage,
  sitemap: parseSitemap,
  llms: llmsEntries,
  security: securityEntries,
  api: apiEntries,
}
