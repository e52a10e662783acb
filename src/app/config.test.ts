import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { POLICED } from '#collectors/providers.ts'
import { readApiKey, readConfig } from './config.ts'

/** The test runner sets BASE_URL to a path; an empty value counts as unset. */
const NONE = { BASE_URL: '' }

test.each([
  ['PORT', '0', 'Invalid PORT: "0", expected a port from 1 to 65535'],
  ['LOG_LEVEL', 'loud', 'Invalid LOG_LEVEL: "loud", expected one of debug, info, warn, error, silent'],
  ['RPC_URL', 'ftp://key', 'Invalid RPC_URL: (secret), expected an http or https URL'],
  [
    'RPC_URLS',
    'https://node.example/key,other.example',
    'Invalid RPC_URLS: (secret), expected up to 10 http or https URLs separated by commas',
  ],
  [
    'DATABASE_URL',
    'mysql://user:password@host',
    'Invalid DATABASE_URL: (secret), expected a postgres:// URL with special characters percent-encoded',
  ],
  [
    'REDIS_URL',
    'redis://u:p%zz@h',
    'Invalid REDIS_URL: (secret), expected a redis:// or rediss:// URL with special characters percent-encoded',
  ],
  [
    'DATABASE_URL',
    'postgres://u:p%@h/db',
    'Invalid DATABASE_URL: (secret), expected a postgres:// URL with special characters percent-encoded',
  ],
  [
    'DATABASE_READ_URLS',
    'postgres://u:p@h/db,postgres://u:p%zz@h2/db',
    'Invalid DATABASE_READ_URLS: (secret), expected up to 8 postgres:// URLs separated by commas, with special characters percent-encoded',
  ],
  [
    'SOURCIFY_URL',
    'bogus://user:password@sourcify.example/',
    'Invalid SOURCIFY_URL: "bogus://(secret)@sourcify.example/", expected an http or https URL',
  ],
  ['PORT', 'abc', 'Invalid PORT: "abc", expected a port from 1 to 65535'],
  [
    'MONTHLY_ALLOWANCES',
    '1000,2000',
    'Invalid MONTHLY_ALLOWANCES: "1000,2000", expected three whole numbers separated by commas',
  ],
  ['LEDGER_SECONDS', '0', 'Invalid LEDGER_SECONDS: "0", expected a whole number from 1'],
  ['KEYS', 'shut', 'Invalid KEYS: "shut", expected one of open, closed'],
  ['BASE_URL', 'https://[', 'Invalid BASE_URL: "https://[", expected an http or https URL'],
  ['GITHUB_TOKEN', 'ghp_1 ', 'Invalid GITHUB_TOKEN: (secret), expected visible ASCII characters'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'user:password@collector',
    'Invalid OTEL_EXPORTER_OTLP_ENDPOINT: (secret), expected an http or https URL',
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'a token',
    'Invalid OTEL_EXPORTER_OTLP_HEADERS: (secret), expected key=value pairs separated by commas',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'Invalid OTEL_TRACES_SAMPLER_ARG: "1.5", expected a number from 0 to 1'],
  [
    'HTTP_CONNECT_TO',
    'example=http://127.0.0.1:1/path',
    'Invalid HTTP_CONNECT_TO: "example=http://127.0.0.1:1/path", expected suffix=http://host:port, several separated by commas',
  ],
  [
    'LOCKER_ADDRESS',
    `0x${'ab'.repeat(20)},0x${'AB'.repeat(20)}`,
    `Invalid LOCKER_ADDRESS: "0x${'ab'.repeat(20)},0x${'AB'.repeat(20)}", expected up to 10 different addresses separated by commas, each 0x and 40 hexadecimal digits`,
  ],
  [
    'PROVIDER_LIMITS',
    'gitlab=1/day',
    `Invalid PROVIDER_LIMITS: "gitlab=1/day", expected limits such as github=90000/day,blockscout=600/min,chain=20/s, separated by commas; the providers are ${POLICED.join(', ')}`,
  ],
])('[R8] names an invalid %s, its value and the expected form', (name, value, message) => {
  expect(() => readConfig({ ...NONE, [name]: value })).toThrow(new Error(message))
})

test('[R8] names every invalid variable in one message', () => {
  expect(() => readConfig({ ...NONE, PORT: 'x', TRUSTED_PROXIES: '-1' })).toThrow(
    'Invalid PORT: "x", expected a port from 1 to 65535; Invalid TRUSTED_PROXIES: "-1", expected a whole number',
  )
})

const FACTORY = { LAUNCH_FACTORY_ADDRESS: `0x${'FA'.repeat(20)}` }
const topicOf = (digit: string) => `0x${digit.repeat(64)}`
const [curve, trade, graduation] = [topicOf('a'), topicOf('b'), topicOf('c')]
const TOPICS = { LAUNCH_CURVE_TOPIC: curve, LAUNCH_TRADE_TOPIC: trade, LAUNCH_GRADUATION_TOPIC: graduation }

test.each([
  [{}, 1_800_000],
  [{ RPC_HEAD_MINUTES: '90' }, 5_400_000],
  [{ RPC_HEAD_MINUTES: '0' }, Number.POSITIVE_INFINITY],
])('[R42] reads the age of a head by which a node stands still: %j', (set, ageMs) => {
  expect(readConfig({ ...NONE, ...set }).providers.maxHeadAgeMs).toBe(ageMs)
})

test.each([
  [{}, 'open'],
  [{ NODE_ENV: 'production' }, 'closed'],
  [{ NODE_ENV: 'production', ACCOUNTS: 'open' }, 'open'],
  [{ ACCOUNTS: 'closed' }, 'closed'],
])('with %j sign-up is %s', (settings, expected) => {
  expect(readConfig({ ...NONE, NODE_ENV: '', ...settings }).signUps).toBe(expected)
})

const [one, other] = [`0x${'f1'.repeat(20)}`, `0x${'f2'.repeat(20)}`]
const BOTH = { LAUNCH_FACTORY_ADDRESS: `${one},${other.toUpperCase().replace('0X', '0x')}` }

test.each([
  ['no factory', {}, []],
  [
    'a factory alone',
    FACTORY,
    [{ address: `0x${'fa'.repeat(20)}`, launchTopic: undefined, stageTopics: undefined }],
  ],
  [
    'a factory with all topics of its stages',
    { ...FACTORY, ...TOPICS },
    [
      {
        address: `0x${'fa'.repeat(20)}`,
        launchTopic: undefined,
        stageTopics: { curve, trade, graduation },
      },
    ],
  ],
  [
    'two factories with the same topic',
    { ...BOTH, LAUNCH_TOPIC: curve },
    [
      { address: one, launchTopic: curve, stageTopics: undefined },
      { address: other, launchTopic: curve, stageTopics: undefined },
    ],
  ],
  [
    'two factories with topics of their own',
    { ...BOTH, ...TOPICS, LAUNCH_TOPIC: `${curve},${trade}`, LAUNCH_TRADE_TOPIC: `${trade},${curve}` },
    [
      { address: one, launchTopic: curve, stageTopics: { curve, trade, graduation } },
      { address: other, launchTopic: trade, stageTopics: { curve, trade: curve, graduation } },
    ],
  ],
])('[R52] launches are read of %s', (_, settings, factories) => {
  expect(readConfig({ ...NONE, ...settings }).providers.launchFactories).toEqual(factories)
})

test('[R52] refuses another number of topics than of factories', () => {
  expect(() => readConfig({ ...NONE, ...FACTORY, LAUNCH_TOPIC: `${curve},${trade}` })).toThrow(
    /^Invalid LAUNCH_TOPIC: .*, expected one topic, or as many as LAUNCH_FACTORY_ADDRESS has addresses \(1\)$/,
  )
})

test('[R52] reads the locks of several lockers', () => {
  expect(readConfig({ ...NONE, LOCKER_ADDRESS: BOTH.LAUNCH_FACTORY_ADDRESS }).providers.lockers).toEqual([
    one,
    other,
  ])
})

test.each([
  ['the factory', TOPICS],
  ['a topic', { ...FACTORY, ...TOPICS, LAUNCH_TRADE_TOPIC: '' }],
])('[R8] says what the stages of launches need besides, without %s', (_, settings) => {
  expect(() => readConfig({ ...NONE, ...settings })).toThrow(
    /^Set LAUNCH_FACTORY_ADDRESS, LAUNCH_CURVE_TOPIC/,
  )
})

test('reads several overrides of HTTP_CONNECT_TO, and names the address of an IPv6 host with brackets', () => {
  const httpConnectTo = 'a.example=http://127.0.0.1:1,b.example=http://127.0.0.1:2'
  const config = readConfig({ ...NONE, HTTP_CONNECT_TO: httpConnectTo, HOST: '::1', PORT: '4700' })
  expect(config.providers.httpConnectTo).toBe(httpConnectTo)
  expect([config.listensAt, config.baseUrl]).toEqual(['http://[::1]:4700', 'http://[::1]:4700'])
})

test.each([
  [{}, ['https://rpc.mainnet.chain.robinhood.com']],
  [{ RPC_URL: 'https://one.example' }, ['https://one.example']],
  [{ RPC_URLS: 'https://one.example,https://two.example' }, ['https://one.example', 'https://two.example']],
  [
    { RPC_URL: 'https://two.example', RPC_URLS: 'https://one.example,https://two.example' },
    ['https://two.example', 'https://one.example'],
  ],
])('[R42] reads the nodes of %j in the order in which they are asked', (set, urls) => {
  expect(readConfig({ ...NONE, RPC_URL: '', RPC_URLS: '', ...set }).providers.rpcUrls).toEqual(urls)
})

test.each([
  [{}, 'open'],
  [{ KEYS: 'open' }, 'open'],
  [{ KEYS: 'closed' }, 'closed'],
])('keys are as %j sets them: %s', (set, keys) => {
  expect(readConfig({ ...NONE, KEYS: '', ...set }).keys).toBe(keys)
})

test('traces are configured by an endpoint alone, and its secrets are not printed', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password@collector.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=password',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '.25',
  }
  const { tracing } = readConfig({ ...NONE, ...settings })
  expect(tracing).toMatchObject({
    serviceName: 'svc',
    sampler: { root: 'traceidratio', followsParent: true },
    ratio: 0.25,
  })
  expect(`${JSON.stringify(tracing)} ${inspect(tracing)}`).not.toContain('password')
  expect(readConfig({ ...NONE, ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: '' }).tracing).toBeUndefined()
})

test('a key is read from the variable that --key-env names, which must hold one', () => {
  vi.stubEnv('A_KEY_OF_A_TEST', 'secret').stubEnv('AN_EMPTY_KEY', '')
  expect(readApiKey('A_KEY_OF_A_TEST')?.reveal()).toBe('secret')
  for (const name of ['AN_EMPTY_KEY', 'NO_SUCH_KEY'])
    expect(() => readApiKey(name)).toThrow(`Invalid --key-env "${name}": expected the name of an environment`)
  vi.unstubAllEnvs()
})
