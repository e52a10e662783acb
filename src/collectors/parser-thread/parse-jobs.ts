import { parseBlockscoutSource } from '../blockscout/source.ts'
import { readChangedFiles } from '../github/changed-code.ts'
import { apiEntries, llmsEntries, securityEntries } from '../site/document-forms.ts'
import { parsePage } from '../site/page.ts'
import { judgeRobots } from '../site/robots-rules.ts'
import { parseSitemap } from '../site/sitemap-form.ts'
import { parseSourcifySource } from '../sourcify/source.ts'

/**
 * The parsers that run in a thread of their own, by name. Inputs and results are plain data, because they are copied
 * between threads.
 */
export const PARSE_JOBS = {
  robots: judgeRobots,
  page: parsePage,
  sitemap: parseSitemap,
  llms: llmsEntries,
  security: securityEntries,
  api: apiEntries,
  changed_files: readChangedFiles,
  blockscout_source: parseBlockscoutSource,
  sourcify_source: parseSourcifySource,
}
