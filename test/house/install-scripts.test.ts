import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

type Package = { readonly hasInstallScript?: true; readonly link?: true; readonly integrity?: string }
type Lock = { readonly packages: Readonly<Record<string, Package>> }

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(ROOT, name), 'utf8'))
}

it('allows the install scripts of all packages that have one, because npm 12 runs no other', async () => {
  const { packages } = (await readJson('package-lock.json')) as Lock
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const { allowScripts } = (await readJson('package.json')) as { readonly allowScripts: object }
  const allowed = Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed === true)
  expect(scripted).toContain('node')
  expect(allowed.map(([name]) => name).toSorted()).toEqual(scripted.toSorted())
})

// npm leaves out the digest of a package for another platform when it writes a lockfile beside installed packages.
it.each(['.', 'tools/kits', 'tools/mutants'])(
  '[R109] has the digest of every package in the lockfile of %s, those for other platforms too',
  async (folder) => {
    const { packages } = (await readJson(join(folder, 'package-lock.json'))) as Lock
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    )
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([])
  },
)
