import { copyFile, cp, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCommand } from '#test/service/run-command.ts'

const MIRROR = 'http://deb.debian.org/debian'
const SUITE = 'trixie'
/** Packages that both bases have, and packages that the build needs besides. Their dependencies come with them. */
const PACKAGES = [
  'base-files',
  'netbase',
  'tzdata',
  'libc-bin',
  'libstdc++6',
  'libatomic1',
  'dash',
  'coreutils',
  'findutils',
  'sed',
  'grep',
  'mawk',
]
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'
const USERS = `root:x:0:0:root:/root:/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin
nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin
`
const GROUPS = 'root:x:0:\nnobody:x:65534:\nnonroot:x:65532:\n'

/** The folder of a base image's files and the name that the Dockerfile asks for. */
type Base = { readonly folder: string; readonly name: string }

/**
 * Makes root folders of Debian packages that stand in for the bases of the Dockerfile, which a machine without a
 * registry of images cannot pull. The last base has no shell and no libatomic, like the real one.
 */
export async function makeStandInBases(folder: string, dockerfile: string): Promise<readonly Base[]> {
  const [build, runtime, ...others] = await namesIn(dockerfile)
  if (build === undefined || runtime === undefined || others.length > 0)
    throw new Error('The Dockerfile has other bases than one to build on and one to run on')
  const bases = {
    build: { name: build, folder: join(folder, 'build') },
    runtime: { name: runtime, folder: join(folder, 'runtime') },
  }
  const tar = join(folder, 'debian.tar')
  await runCommand('mmdebstrap', '--variant=extract', `--include=${PACKAGES.join(',')}`, SUITE, tar, MIRROR)
  for (const base of [bases.build, bases.runtime]) {
    await mkdir(join(base.folder, 'etc/ssl/certs'), { recursive: true })
    await runCommand('tar', '--extract', `--file=${tar}`, `--directory=${base.folder}`)
    // The container brings its own devices.
    for (const name of await readdir(join(base.folder, 'dev')))
      await rm(join(base.folder, 'dev', name), { recursive: true })
    await copyFile(`/${CERTIFICATES}`, join(base.folder, CERTIFICATES))
  }
  await addNpm(bases.build.folder)
  await reduceToLibraries(bases.runtime.folder)
  return [bases.build, bases.runtime]
}

async function namesIn(dockerfile: string): Promise<readonly string[]> {
  const text = await readFile(dockerfile, 'utf8')
  return [...text.matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name)
}

/** Adds the npm that runs this test, with its Node. */
async function addNpm(root: string): Promise<void> {
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env
  const local = join(root, 'usr/local')
  for (const made of ['bin', 'etc', 'lib/node_modules']) await mkdir(join(local, made), { recursive: true })
  await cp(dirname(dirname(await realpath(cli))), join(local, 'lib/node_modules/npm'), { recursive: true })
  await copyFile(await realpath(node), join(local, 'bin/node'))
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  // npm trusts registries by the certificates of this machine.
  await writeFile(join(local, 'etc/npmrc'), `cafile=/${CERTIFICATES}\n`)
}

async function reduceToLibraries(root: string): Promise<void> {
  for (const folder of ['usr/bin', 'usr/sbin', 'usr/share']) {
    for (const name of await readdir(join(root, folder)))
      if (name !== 'zoneinfo') await rm(join(root, folder, name), { recursive: true })
  }
  const libraries = await readdir(join(root, 'usr/lib'))
  for (const folder of libraries.filter((name) => name.endsWith('-linux-gnu'))) {
    const names = await readdir(join(root, 'usr/lib', folder))
    for (const name of names.filter((one) => one.startsWith('libatomic')))
      await rm(join(root, 'usr/lib', folder, name))
  }
  await mkdir(join(root, 'home/nonroot'), { recursive: true })
  await writeFile(join(root, 'etc/passwd'), USERS)
  await writeFile(join(root, 'etc/group'), GROUPS)
}
