import { beforeEach, expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { type NameAnswer, startDnsServer } from '#test/servers/dns-server.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { WEBHOOKS } from '#test/service/http-service.ts'
import { openSubscriber, type Subscriber } from '#test/webhooks/subscriptions.ts'
import { openDestinationCheck } from './check-destination.ts'

const PUBLIC = '198.100.1.2'

const dns = await forFile(startDnsServer())
const rules = { production: true, ownHosts: ['svc.example'], originAddresses: ['198.100.1.9'] }
const service = await httpServiceOfFile({
  webhooks: { ...WEBHOOKS, checkDestination: openDestinationCheck({ rules, resolver: dns.resolver }) },
})
let subscriber: Subscriber
beforeEach(async () => {
  subscriber = await openSubscriber(service)
})

async function create(url: string) {
  const { status, body } = await subscriber.send('POST /api/webhooks', { url })
  return status === 201 ? body['url'] : [status, body['error'], body['detail']]
}
const refused = (reason: string) => [400, 'invalid_destination', { parameter: 'url', reason }]

test.each([
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://1.1.1.1./',
  'https://8.8.8.8/',
  'https://[2001:4860:4860::8888]/',
])(
  '[webhooks 48] an address in any notation is refused: %s [contract POST /api/webhooks url]',
  async (url) => {
    expect(await create(url)).toEqual(refused('ip_address'))
  },
)

test.each([
  ['http://hooks.example.com/', 'scheme'],
  ['ftp://hooks.example.com/', 'scheme'],
  ['https://hooks.example.com:8443/', 'port'],
  ['https://user:pass@hooks.example.com/', 'credentials'],
  ['https://user@hooks.example.com/', 'credentials'],
  ['https://intranet/', 'hostname'],
  ['https://localhost./', 'hostname'],
  ['hooks.example.com', 'malformed'],
  [`https://hooks.example.com/${'ü'.repeat(1000)}`, 'malformed'],
])(
  '[webhooks 49] %s is refused: %s [contract POST /api/webhooks url] [contract webhook refusal detail.reason] [contract error code invalid_destination]',
  async (url, reason) => {
    expect(await create(url)).toEqual(refused(reason))
  },
)

test('[webhooks 49] port 443 may be named; the answer has the url as it is requested', async () => {
  dns.names.set('hooks.example.com', { a: [PUBLIC] })
  expect(await create('https://hooks.example.com:443/a?b=c')).toBe('https://hooks.example.com/a?b=c')
})

test.each([
  'https://svc.example/',
  'https://SVC.Example/hook',
  'https://svc.example./',
  'https://hooks.svc.example/',
])('[webhooks 50] the service itself is refused: %s [contract POST /api/webhooks url]', async (url) => {
  expect(await create(url)).toEqual(refused('own_host'))
})

test('[webhooks 50] a foreign name with an address of the service is refused', async () => {
  dns.names.set('front.example.com', { a: [PUBLIC, '198.100.1.9'] })
  expect(await create('https://front.example.com/')).toEqual(refused('own_address'))
})

test.each<[string, NameAnswer | undefined, string]>([
  ['one private address of many', { a: [...Array(499).fill(PUBLIC), '10.0.0.1'] }, 'private_address'],
  ['a private address behind a CNAME', { cname: 'inside.example.com' }, 'private_address'],
  ['a name without an address', {}, 'dns'],
  ['a name that does not exist', undefined, 'dns'],
  ['name servers that fail', 'SERVFAIL', 'dns'],
  ['name servers that do not answer', 'silence', 'dns'],
])('[webhooks 57] %s is refused', async (what, answer, reason) => {
  const name = `${what.replaceAll(' ', '-')}.example.com`.toLowerCase()
  dns.names.set('inside.example.com', { a: ['192.168.1.1'] })
  if (answer !== undefined) dns.names.set(name, answer)
  expect(await create(`https://${name}/`)).toEqual(refused(reason))
})

test('[webhooks 57] 500 public addresses behind a CNAME are accepted', async () => {
  dns.names.set('many.example.com', { cname: 'cdn.example.com' })
  dns.names.set('cdn.example.com', {
    a: Array.from({ length: 500 }, (_, index) => `198.100.2.${index % 250}`),
  })
  expect(await create('https://many.example.com/')).toBe('https://many.example.com/')
})

test('an update judges a url by the same rules', async () => {
  dns.names.set('hooks.example.com', { a: [PUBLIC] })
  const { id } = await subscriber.create({ url: 'https://hooks.example.com/' })
  for (const [url, reason] of [
    ['https://hooks.example.com:444/', 'port'],
    ['https://gone.example.com/', 'dns'],
  ] as const) {
    const { status, body } = await subscriber.send(`PATCH /api/webhooks/${id}`, { url })
    expect([status, body['error'], body['detail']]).toEqual(refused(reason))
  }
})

test('a url that is refused by itself asks no name server', async () => {
  const before = dns.asked.length
  await create('https://hooks.example.com:444/')
  expect(dns.asked).toHaveLength(before)
})
