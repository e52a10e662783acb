import { isIPv4 } from 'node:net'
import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { ADDRESS_RANGES } from '#test/servers/address-ranges.ts'
import { type NameAnswer, startDnsServer } from '#test/servers/dns-server.ts'
import { type DestinationRules, judgeUrl, resolveDestination } from './destination.ts'

const RULES: DestinationRules = {
  production: true,
  ownHosts: ['research.example', '127.0.0.1:4663'],
  originAddresses: ['198.100.1.1', '2a00:1450::0001'],
}
const LOCAL: DestinationRules = { ...RULES, production: false }

const dns = await forFile(startDnsServer())

function reasonOf(url: string, rules = RULES) {
  const judged = judgeUrl(url, rules)
  return judged.ok ? judged.url.href : judged.reason
}

async function resolve(name: string, answer: NameAnswer | undefined, rules = RULES) {
  if (answer !== undefined) dns.names.set(name, answer)
  const signal = AbortSignal.timeout(5000)
  const found = await resolveDestination(new URL(`https://${name}/`), rules, {
    resolver: dns.resolver,
    signal,
  })
  return found.ok ? found.addresses.map(({ address }) => address) : found.reason
}

test('[webhooks 60] the service on port 80 of this machine is itself under every local name', () => {
  const rules = { ...LOCAL, ownHosts: ['127.0.0.1'] }
  expect(reasonOf('http://localhost/', rules)).toBe('own_host')
  expect(reasonOf('http://localhost:3000/', rules)).toBe('http://localhost:3000/')
})

test.each([
  ['https://hooks.example.com/in?key=1', 'https://hooks.example.com/in?key=1'],
  ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
  ['HTTPS://HOOKS.Example.COM/In', 'https://hooks.example.com/In'],
  ['https://hooks.example.com./', 'https://hooks.example.com/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://my_hooks.example/', 'https://my_hooks.example/'],
  ['https://1.2.3.4.example/', 'https://1.2.3.4.example/'],
])('accepts %s', (given, url) => {
  expect(reasonOf(given)).toBe(url)
})

test.each(['fc', 'fd', 'fe', 'fc00', 'fd00', 'fe80', 'fec0', 'ff02', 'fcbarcelona', 'fedex'])(
  'a name that begins with %s is a hostname',
  (beginning) => {
    expect(reasonOf(`https://${beginning}.example/`)).toBe(`https://${beginning}.example/`)
    expect(reasonOf(`https://${beginning}-hooks.example/`)).toBe(`https://${beginning}-hooks.example/`)
  },
)

test.each([
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://1.1.1.1./',
  'https://8.8.8.8/',
  'https://[::1]/',
  'https://[2001:4860:4860::8888]/',
  'https://[::ffff:8.8.8.8]/',
])('[webhooks 48] %s is an IP address', (url) => {
  expect(reasonOf(url)).toBe('ip_address')
})

test.each([
  ['http://hooks.example.com/', 'scheme'],
  ['ftp://hooks.example.com/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['https://hooks.example.com:8443/', 'port'],
  ['https://hooks.example.com:80/', 'port'],
  ['https://hooks.example.com:0/', 'port'],
  ['https://user@hooks.example.com/', 'credentials'],
  ['https://user:secret@hooks.example.com/', 'credentials'],
  ['https://:secret@hooks.example.com/', 'credentials'],
  ['https://hooks/', 'hostname'],
  ['https://localhost/', 'hostname'],
  ['https://localhost./', 'hostname'],
  ['https://hooks..example.com/', 'hostname'],
  ['https://hooks.example.com../', 'hostname'],
  ['https://.example.com/', 'hostname'],
  ['https://hooks;example.com/', 'hostname'],
  [`https://${'a'.repeat(64)}.example/`, 'hostname'],
  [`https://${'a.'.repeat(130)}example/`, 'hostname'],
  ['hooks.example.com', 'malformed'],
  ['//hooks.example.com/', 'malformed'],
  ['/in', 'malformed'],
  ['', 'malformed'],
  ['https://', 'malformed'],
  ['https://hooks example.com/', 'malformed'],
  ['https://1.2.3.4.5/', 'malformed'],
  ['https://[::1', 'malformed'],
  [`https://hooks.example.com/${'a'.repeat(2023)}`, 'malformed'],
  [`https://hooks.example.com/${'ü'.repeat(400)}`, 'malformed'],
])('[webhooks 49] refuses %s: %s', (url, reason) => {
  expect(reasonOf(url)).toBe(reason)
})

test.each([
  'https://research.example/',
  'https://RESEARCH.Example/',
  'https://research.example./',
  'https://api.research.example/',
  'https://a.b.research.example./',
  'https://ｒesearch.example/',
])('[webhooks 50] %s is the service itself', (url) => {
  expect(reasonOf(url)).toBe('own_host')
  expect(reasonOf(url, LOCAL)).toBe('own_host')
})

test('[webhooks 50] a name that only ends like the own one is another', () => {
  expect(reasonOf('https://myresearch.example/')).toBe('https://myresearch.example/')
  expect(reasonOf('https://research.example.com/')).toBe('https://research.example.com/')
})

test.each([
  ['its IPv4 address', { a: ['198.100.1.1'] }],
  ['its IPv4 address beside another', { a: ['8.8.8.8', '198.100.1.1'] }],
  ['its IPv6 address', { a: ['8.8.8.8'], aaaa: ['2a00:1450::1'] }],
])('[webhooks 50] a foreign name with %s is the service itself', async (_, answer) => {
  expect(await resolve('foreign.example', answer)).toBe('own_address')
})

test.each([
  'http://localhost:3000/in',
  'http://localhost/',
  'http://127.0.0.1:3000/',
  'http://[::1]:3000/',
  'http://0x7f.1:3000/',
])('[webhooks 60] %s is accepted outside production only', async (url) => {
  expect(reasonOf(url)).toBe('scheme')
  expect(reasonOf(url, LOCAL)).toBe(new URL(url).href)
  const deps = { resolver: dns.resolver, signal: AbortSignal.timeout(5000) }
  expect(await resolveDestination(new URL(url), LOCAL, deps)).toMatchObject({ ok: true })
  expect(await resolveDestination(new URL(url), RULES, deps)).toMatchObject({ ok: false })
})

test.each([
  ['http://localhost.evil.example/', 'scheme'],
  ['http://evil.localhost:3000/', 'scheme'],
  ['http://localhost.:3000/', 'scheme'],
  ['http://127.0.0.2:3000/', 'scheme'],
  ['http://0.0.0.0:3000/', 'scheme'],
  ['http://192.168.1.1:3000/', 'scheme'],
  ['http://169.254.169.254/', 'scheme'],
  ['http://[::ffff:127.0.0.1]:3000/', 'scheme'],
  ['https://localhost:3000/', 'port'],
  ['https://127.0.0.1/', 'ip_address'],
  ['http://user@localhost:3000/', 'credentials'],
  ['http://localhost:4663/', 'own_host'],
  ['http://127.0.0.1:4663/', 'own_host'],
  ['http://[::1]:4663/', 'own_host'],
])('[webhooks 60] %s is refused outside production too: %s', (url, reason) => {
  expect(reasonOf(url, LOCAL)).toBe(reason)
})

const LISTED = ADDRESS_RANGES.flatMap(([range, inside, outside]) => [
  ...inside.map((address) => [address, range, 'private_address'] as const),
  ...outside.map((address) => [address, `next to ${range}`, [address]] as const),
])
test('[webhooks 55] [webhooks 56] a name with an address of a listed range is refused, with a neighbour accepted', async () => {
  const answers: unknown[] = []
  for (const [index, [address]] of LISTED.entries()) {
    const records = isIPv4(address) ? { a: [address] } : { aaaa: [address] }
    answers.push(await resolve(`listed-${index}.example`, records))
  }
  const shown = LISTED.map(([address, range], index) => [
    address,
    range,
    Array.isArray(answers[index]) ? [address] : answers[index],
  ])
  expect(shown).toEqual(LISTED)
})

test.each([
  ['a public and a private IPv4 address', { a: ['8.8.8.8', '10.0.0.1'] }],
  ['a private and a public IPv4 address', { a: ['10.0.0.1', '8.8.8.8'] }],
  ['a public IPv4 and a private IPv6 address', { a: ['8.8.8.8'], aaaa: ['fd00::1'] }],
  ['a private IPv4 and a public IPv6 address', { a: ['127.0.0.1'], aaaa: ['2001:4860:4860::8888'] }],
])('[webhooks 51] %s are refused together', async (_, answer) => {
  expect(await resolve('mixed.example', answer)).toBe('private_address')
})

test.each([
  ['the addresses of both kinds', { a: ['8.8.8.8'], aaaa: ['2001:4860::1'] }, ['8.8.8.8', '2001:4860::1']],
  ['IPv6 alone', { aaaa: ['2001:4860::1'] }, ['2001:4860::1']],
  ['no address', {}, 'dns'],
  ['no such name', undefined, 'dns'],
  ['a failing name server', 'SERVFAIL', 'dns'],
  ['a chain of names to public addresses', { cname: 'one.chain.example' }, ['8.8.4.4']],
  ['a chain of names to a private address', { cname: 'one.trap.example' }, 'private_address'],
  ['a name that leads to itself', { cname: 'to-nothing.example' }, 'dns'],
] as const)('[webhooks 57] a name with %s', async (_, answer, found) => {
  dns.names.set('one.chain.example', { cname: 'two.chain.example' })
  dns.names.set('two.chain.example', { a: ['8.8.4.4'] })
  dns.names.set('one.trap.example', { cname: 'two.trap.example' })
  dns.names.set('two.trap.example', { a: ['10.0.0.1'] })
  dns.names.delete('one.example')
  expect(await resolve('one.example', answer)).toEqual(found)
})

test('[webhooks 57] every one of 500 addresses is judged', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `8.8.${Math.floor(index / 250)}.${index % 250}`)
  expect(await resolve('many.example', { a: many })).toHaveLength(500)
  expect(await resolve('many.example', { a: [...many, '10.0.0.1'] })).toBe('private_address')
})

test('[webhooks 57] a resolver that is slow or half answers is given up', async () => {
  dns.names.set('silent.example', 'silence')
  const asking = new URL('https://silent.example/')
  const early = new AbortController()
  const found = resolveDestination(asking, RULES, { resolver: dns.resolver, signal: early.signal })
  early.abort()
  expect(await found).toEqual({ ok: false, reason: 'dns' })
  expect(await resolve('silent.example', undefined)).toBe('dns')
  const half = {
    resolve4: async () => ['8.8.8.8'],
    resolve6: () => Promise.reject(Object.assign(new Error('queryAaaa'), { code: 'ESERVFAIL' })),
  }
  const signal = AbortSignal.timeout(5000)
  expect(await resolveDestination(asking, RULES, { resolver: half, signal })).toEqual({
    ok: false,
    reason: 'dns',
  })
})
