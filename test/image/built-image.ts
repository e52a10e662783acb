import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '#test/service/run-command.ts'
import { makeStandInBases } from './stand-in-bases.ts'

export const CHECKOUT = join(import.meta.dirname, '../..')
const NAME = 'evidence-research-service:test'
const RUNTIME_USER = '65532'

/** The parts of an image's configuration that running it needs. */
type ImageConfig = {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly WorkingDir: string
  readonly Labels: Readonly<Record<string, string>>
}
type Inspected = { readonly OCIv1: { readonly config: ImageConfig } }

/** An image that was built from the Dockerfile, with its files in `root`. Disposing removes it. */
export type BuiltImage = AsyncDisposable & { readonly config: ImageConfig; readonly root: string }

/** Buildah with its storage in a folder. */
function openBuildah(folder: string): (...args: readonly string[]) => Promise<string> {
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  return (...args) => runCommand('buildah', ...places, '--storage-driver', 'vfs', ...args)
}

/** Why no image can be built and run here; undefined where it can. */
export async function findObstacle(folder: string): Promise<string | undefined> {
  try {
    for (const program of ['mmdebstrap', 'setpriv', 'tar']) await runCommand(program, '--version')
    await runCommand('unshare', '--mount', '--pid', '--fork', 'true')
    const buildah = openBuildah(join(folder, 'obstacle'))
    await buildah('mount', await buildah('from', 'scratch'))
    await buildah('rm', '--all')
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

/** Builds the Dockerfile of the checkout on stand-in bases, without pulling any image. */
export async function buildImage(folder: string): Promise<BuiltImage> {
  await mkdir(folder, { recursive: true })
  const buildah = openBuildah(folder)
  const dockerfile = join(CHECKOUT, 'Dockerfile')
  for (const base of await makeStandInBases(folder, dockerfile)) {
    const container = await buildah('from', 'scratch')
    await buildah('add', '--quiet', container, base.folder, '/')
    await buildah('config', '--user', base.name.includes('nonroot') ? RUNTIME_USER : '0', container)
    await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
    await buildah('commit', '--quiet', container, fullNameOf(base.name))
    await buildah('rm', container)
    await rm(base.folder, { recursive: true })
  }
  const offline = ['--pull-never', '--isolation', 'chroot', '--network', 'host']
  await buildah('build', ...offline, '--build-arg', 'VERSION=test', '--tag', NAME, '-f', dockerfile, CHECKOUT)
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', NAME)) as Inspected
  const root = await buildah('mount', await buildah('from', '--pull-never', NAME))
  return {
    config: inspected.OCIv1.config,
    root,
    [Symbol.asyncDispose]: async () => {
      await buildah('umount', '--all')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A name without a registry is a name of Docker Hub. */
function fullNameOf(name: string): string {
  return name.includes('/') ? name : `docker.io/library/${name}`
}
