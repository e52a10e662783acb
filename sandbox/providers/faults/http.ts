import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../../clock.ts'
import { type Answer, json, text } from '../server.ts'
import type { Hit } from './hit.ts'

const html = 'text/html; charset=utf-8'
const docs = 'https://docs.github.example/rest'

/** The provider's answer after the delay of the fault. */
export async function slow({ fault, request, answer }: Hit): Promise<Answer> {
  await pause(fault.delayMs ?? 8 * SECOND, undefined, { ref: false })
  return answer(request)
}

/** The provider's answer with the first half of its body, and without an etag. */
export async function cutShort({ request, answer }: Hit): Promise<Answer> {
  const whole = await fresh({ request, answer })
  const body = Buffer.from(whole.body)
  return { ...whole, body: body.subarray(0, Math.floor(body.length / 2)) }
}

/** The provider’s answer to the request without its condition. The answer has no etag. */
export async function fresh({ request, answer }: Pick<Hit, 'request' | 'answer'>): Promise<Answer> {
  const { 'if-none-match': _condition, ...headers } = request.headers
  const given = await answer({ ...request, headers })
  const { etag: _etag, ...kept } = given.headers
  return { ...given, headers: kept }
}

export const plain = {
  serverError: () => json(500, { message: 'Internal server error' }),
  emptyBody: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '' }),
  errorIn200: () => json(200, { status: '0', message: 'Something went wrong', result: null }),
  emptyList: () => json(200, []),
  async wrongType(hit: Hit) {
    const given = await fresh(hit)
    return { ...given, headers: { ...given.headers, 'content-type': 'image/png' } }
  },
}

export const notFound = {
  page: () =>
    text(
      404,
      'text/html',
      '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    ),
  text: () => text(404, 'text/plain; charset=utf-8', 'default backend - 404'),
  json: () => json(404, { message: 'no Route matched with those values' }),
  own: ({ fault }: Hit) => {
    switch (fault.provider) {
      case 'github':
        return json(404, { message: 'Not Found', documentation_url: docs, status: '404' })
      case 'explorer':
        return json(404, { message: 'Not found' })
      case 'geckoterminal':
        return json(404, { errors: [{ status: '404', title: 'Not Found' }] })
      default:
        return text(404, html, '<!doctype html><title>Not found</title>')
    }
  },
}

const nothingLeft = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-used': '5000' }
const delayOf = ({ fault }: Hit) => fault.delayMs ?? 30 * SECOND
const secondsOf = (hit: Hit) => Math.ceil(delayOf(hit) / SECOND)

export const limits = {
  primary: (hit: Hit) =>
    json(
      403,
      { message: 'API rate limit exceeded for this address.', documentation_url: docs },
      {
        ...nothingLeft,
        'x-ratelimit-reset': String(Math.ceil(hit.now / SECOND) + secondsOf(hit)),
        'x-ratelimit-resource': 'core',
      },
    ),
  secondary: () =>
    json(403, {
      message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      documentation_url: docs,
    }),
  tooMany: (hit: Hit) =>
    json(429, { message: 'Too many requests' }, { 'retry-after': String(secondsOf(hit)) }),
  withoutPause: () => json(429, { message: 'Too many requests' }),
  inMilliseconds: (hit: Hit) =>
    json(
      429,
      { message: 'Too many requests.' },
      {
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(delayOf(hit)),
      },
    ),
}

/** A challenge: a page that only a browser passes, with the headers by which Cloudflare marks it. */
export function challenge(status: number): Answer {
  const page = text(
    status,
    html,
    '<!doctype html><title>Just a moment...</title><p>Checking your browser.</p>',
  )
  return { ...page, headers: { ...page.headers, server: 'cloudflare', 'cf-mitigated': 'challenge' } }
}

/** A challenge as Anubis sends it by default: status 200, without marking headers. */
export function challengeAsPage(): Answer {
  return text(
    200,
    html,
    '<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title><script id="anubis_version" type="application/json">"v1.22.0"</script><script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast","difficulty":4}}</script></head><body id="top"><main><h1 id="title">Making sure you&#39;re not a bot!</h1><p id="status">Loading...</p></main></body></html>',
  )
}
