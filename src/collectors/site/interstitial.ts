import { attribute, type Element, textIn } from './page-elements.ts'

/**
 * The kind of page that is sent in place of a site's page: a challenge that only a browser passes, or the page of a
 * parked name.
 */
export type Interstitial = 'challenged' | 'parked'

type Page = {
  readonly elements: readonly Element[]
  /** Whether the page has no text and no link. */
  readonly isBare: boolean
}
type Mark = { readonly of: Interstitial; readonly by: string; readonly isOn: (page: Page) => boolean }

const TESTCOOKIE = /\bdocument\.cookie=["'](__test=["']|\w{1,40}=["']\+toHex\(slowAES\.decrypt\()/
const IMPERVA = /^\/_Incapsula_Resource\?/

/**
 * The marks of interstitial pages that are sent with status 200 and without the headers of a challenge. Each mark is an
 * element that only such a page has. Words about a challenge are no mark, and neither are the scripts that a network
 * adds to pages that it lets through.
 * @source https://github.com/TecharoHQ/anubis/blob/main/web/index.templ
 * @source https://scrappey.com/qa/web-automation/how-imperva-detects-bots
 * @source https://github.com/kyprizel/testcookie-nginx-module#readme
 * @source https://blog.crawlex.net/blog/cloudflare-challenge-platform-cf-chl
 * @source https://github.com/codemanki/cloudscraper/blob/master/index.js
 */
const MARKS: readonly Mark[] = [
  {
    of: 'challenged',
    by: 'Anubis',
    isOn: ({ elements }) =>
      scriptsOf(elements).some((script) =>
        /^anubis_(version|challenge)$/.test(attribute(script, 'id') ?? ''),
      ),
  },
  {
    of: 'challenged',
    by: 'Imperva',
    isOn: ({ elements }) =>
      elements.some(
        (element) =>
          element.tagName === 'iframe' &&
          isFrom(element, IMPERVA) &&
          textIn(element).includes('Incapsula incident ID'),
      ),
  },
  {
    of: 'challenged',
    by: 'Imperva, in a script alone',
    isOn: ({ elements, isBare }) => {
      const scripts = scriptsOf(elements)
      return isBare && scripts.length > 0 && scripts.every((script) => isFrom(script, IMPERVA))
    },
  },
  {
    of: 'challenged',
    by: 'testcookie',
    isOn: ({ elements }) => {
      const sets = hasScript(elements, TESTCOOKIE)
      return sets && scriptsOf(elements).some((script) => isFrom(script, /\/aes(\.min)?\.js(\?|$)/))
    },
  },
  {
    of: 'challenged',
    by: 'Cloudflare',
    isOn: ({ elements }) =>
      hasScript(elements, /^\s*(\(function\s*\(\)\s*\{\s*)?window\._cf_chl_opt\s*=\s*\{/),
  },
  {
    of: 'challenged',
    by: 'Sucuri',
    isOn: ({ elements }) =>
      hasScript(elements, /^\s*var s=\{\},[\w,=]{1,40},w=String\.fromCharCode,sucuri_cloudproxy_js=/),
  },
  {
    of: 'parked',
    by: 'a network of parked names, such as Bodis or Sedo',
    isOn: ({ elements }) =>
      elements.some(
        (element) => element.tagName === 'html' && attribute(element, 'data-adblockkey') !== undefined,
      ) ||
      hasScript(elements, /^\s*window\.park\s*=\s*["']ey/) ||
      scriptsOf(elements).some((script) =>
        isFrom(script, /^(https?:)?\/\/([\w-]{1,63}\.){0,3}(sedoparking|parkingcrew)\.(com|net)\//),
      ),
  },
  {
    of: 'parked',
    by: 'GoDaddy',
    isOn: ({ elements, isBare }) =>
      isBare &&
      (hasScript(
        elements,
        /^\s*(window\.onload=function\(\)\{)?window\.location\.href="\/lander"\}?;?\s*$/,
      ) ||
        scriptsOf(elements).some((script) =>
          isFrom(script, /^https:\/\/img1\.wsimg\.com\/parking-lander\//),
        )),
  },
]

/** The kind of interstitial that the page is, by its elements; undefined when it has no such mark. */
export function findInterstitial(page: Page): Interstitial | undefined {
  return MARKS.find(({ isOn }) => isOn(page))?.of
}

function scriptsOf(elements: readonly Element[]): readonly Element[] {
  return elements.filter(({ tagName }) => tagName === 'script')
}

function hasScript(elements: readonly Element[], text: RegExp): boolean {
  return scriptsOf(elements).some((script) => text.test(textIn(script)))
}

function isFrom(element: Element, address: RegExp): boolean {
  return address.test(attribute(element, 'src')?.trim() ?? '')
}
