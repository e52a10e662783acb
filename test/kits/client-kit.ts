import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KNOWN } from '#test/given/card-evidence.ts'
import { type HttpService, openHttpService, storeToken } from '#test/service/http-service.ts'

export const ROOT = join(import.meta.dirname, '../..')
export const CLIENTS = join(ROOT, 'tools/clients')

/** A service with one project, and a folder with the service's API descriptions for generated clients. */
export type ClientService = AsyncDisposable & {
  readonly service: HttpService
  readonly baseUrl: string
  readonly slug: string
  readonly token: string
  readonly folder: string
  /** The answer of each of the ten operations, as a client shows it. */
  readonly expected: readonly string[]
}

/** Opens the service and writes `openapi.json` and `openapi-3.0.json` to the folder. */
export async function openClientService(): Promise<ClientService> {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await openHttpService())
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.server.server.address() as AddressInfo
  const { slug, address } = await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'svc-clients-')), (made) =>
    rm(made, { recursive: true }),
  )
  for (const name of ['openapi.json', 'openapi-3.0.json'])
    await writeFile(join(folder, name), (await service.get(`/${name}`)).text)
  const expected = await answersOf({ service, slug, token: address })
  const open = stack.move()
  return {
    service,
    slug,
    token: address,
    folder,
    expected,
    baseUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** The answers of the ten operations that every client asks. */
async function answersOf(of: { service: HttpService; slug: string; token: string }) {
  const { service, slug, token } = of
  const project = `/api/projects/${slug}`
  const body = async (path: string) => (await service.get(path)).body
  const inside = (value: unknown, name: string) => Reflect.get(Object(value), name)
  const values = [
    inside((await body('/api/projects?limit=1&claims=none'))['items'], 'length'),
    (await body(project))['name'],
    inside((await body(`${project}/snapshot`))['identity'], 'name'),
    inside((await body(`${project}/coverage`))['project'], 'slug'),
    (await body(`${project}/diff?from=2026-11-01&to=2026-11-10`))['state'],
    inside((await body('/api/changes?type=build.release,build.ship'))['items'], 'length'),
    (await body(`/api/v1/builder?token=${token}`))['svc_status'],
    (await body(`/api/token/4663/${token}`))['status'],
    (await body('/.well-known/agent-card.json'))['name'],
    (await body('/api/status'))['version'],
  ]
  return values.map(String)
}
