import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { type OpenDeps, onOneSnapshot, type ServiceFacts } from '#reads/deps.ts'
import { sharePicture } from '#views/cards/share-picture.ts'
import { ICON, SCRIPT, STYLE } from './assets.ts'
import { changelog } from './changelog.ts'
import { changes } from './changes.ts'
import { compare } from './compare.ts'
import { contract } from './contract.ts'
import { developers } from './developers.ts'
import { evidence } from './evidence.ts'
import { guide } from './guide.ts'
import { home } from './home.ts'
import { documentOf, markdownAt, pictureAt } from './layout.ts'
import { methodology } from './methodology.ts'
import type { LoadDeps, Page } from './page.ts'
import { project } from './project.ts'
import { projects } from './projects.ts'
import { radar } from './radar.ts'
import {
  reference,
  referenceDelivery,
  referenceEvent,
  referenceLanguage,
  referenceOperation,
  referenceValues,
} from './reference/reference.ts'
import { report } from './report.ts'
import { reports } from './reports.ts'
import { rule } from './rule.ts'
import { type MenuLink, NO_READINGS, openIds, type Sheet } from './sheet.ts'
import { CARD_KEY_SET, ROBOTS, sitemapOf } from './site-files.ts'
import { status } from './status.ts'
import { token } from './token.ts'

/** Every page of the service. A new page is a file and a line here. */
export const PAGES = {
  home,
  projects,
  radar,
  compare,
  changes,
  reports,
  report,
  status,
  methodology,
  rule,
  page: project,
  evidence,
  contract,
  token,
  developers,
  reference,
  referenceOperation,
  referenceEvent,
  referenceDelivery,
  referenceLanguage,
  referenceValues,
  guide,
  changelog,
} as const satisfies Readonly<Record<string, Page>>

type PageDeps = OpenDeps & { readonly service: ServiceFacts }
type Handler = (input: object, deps: PageDeps) => Promise<string>
type SheetFacts = Pick<Sheet, 'sandbox' | 'corrections'>

/** The pages that the menu of every page links to. */
const MENU: readonly MenuLink[] = Object.values<Page>(PAGES).flatMap(({ menu, operation }) =>
  menu === undefined ? [] : [{ words: menu, href: operation.path }],
)

/** The sheet of one document of the service. A page that loads no readings passes none. */
export function sheetOf(
  page: { readonly address: string; readonly readings?: Sheet['readings'] | undefined },
  { site, now, service }: Pick<Sheet, 'site' | 'now'> & { readonly service: SheetFacts },
): Sheet {
  const { sandbox, corrections } = service
  const { address, readings = NO_READINGS } = page
  return { site, now, sandbox, corrections, address, readings, menu: MENU, nextId: openIds() }
}

/** Answers a page: its records on one snapshot, then its HTML. */
export function pageHandler(page: Page): Handler {
  return answering(page, (loaded, sheet) => documentOf(page, loaded, sheet))
}

function answering(page: Page, write: (loaded: unknown, sheet: Sheet) => string): Handler {
  const load = onOneSnapshot((input: object, deps: LoadDeps) => page.load(input, deps))
  return async (input, deps) => {
    const loaded = await load(input, deps)
    const readings = page.readings?.(loaded)
    return write(loaded, sheetOf({ address: page.address(input), readings }, deps))
  }
}

/** The Markdown twin of a page, at its address with `.md`. */
function twinOf(page: Page): readonly Answered[] {
  const { markdown, operation } = page
  if (markdown === undefined) return []
  const path = markdownAt(operation.path) as Operation['path']
  const twin: Operation = { ...operation, name: `${operation.name}.md`, path, media: 'text/markdown' }
  return [[twin, answering(page, markdown)]]
}

/** The picture of a page where it is shared. The surface draws the SVG as a PNG. */
function pictureOf(page: Page): readonly Answered[] {
  const { shared, operation } = page
  if (shared === undefined) return []
  const path = pictureAt(operation.path) as Operation['path']
  const picture: Operation = { ...operation, name: `${operation.name}.png`, path, media: 'image/png' }
  return [[picture, answering(page, (loaded, sheet) => sharePicture(shared(loaded, sheet)))]]
}

type Answered = readonly [operation: Operation, handler: (input: never, deps: never) => Promise<string>]

/** The operation and handler of a page; none if the operation is one of the API, whose table answers it. */
function answerOf(page: Page): readonly Answered[] {
  return Object.values<Operation>(OPERATIONS).includes(page.operation)
    ? []
    : [[page.operation, pageHandler(page)]]
}

/**
 * The operations of pages with their handlers, besides those of the API description.
 * @throws Error for a name that another operation has: its handler would answer in place of the page
 */
export function answersOf(pages: readonly Page[]): readonly Answered[] {
  const answered = pages.flatMap((page) => [...answerOf(page), ...twinOf(page), ...pictureOf(page)])
  const taken = new Set<string>(Object.keys(OPERATIONS))
  for (const [{ name, path }] of answered) {
    if (taken.has(name)) throw new Error(`${path}: another operation has the name ${name}`)
    taken.add(name)
  }
  return answered
}

/** Every operation of the pages and of the files beside them, with its handler. */
const ANSWERED: readonly Answered[] = [
  ...answersOf(Object.values(PAGES)),
  ...[STYLE, SCRIPT, ICON, ROBOTS, CARD_KEY_SET, sitemapOf(Object.values(PAGES))].map(
    ({ operation, handler }) => [operation, handler] as const,
  ),
]

export const PAGE_OPERATIONS: readonly Operation[] = ANSWERED.map(([operation]) => operation)
export const PAGE_HANDLERS = Object.fromEntries(
  ANSWERED.map(([operation, handler]) => [operation.name, handler]),
)
