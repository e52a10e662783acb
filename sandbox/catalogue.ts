import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, isoOf } from './clock.ts'

const source = new URL('./catalogue/', import.meta.url)

/** Writes the committed catalogue into the folder with its day offsets (`"-20d"`) turned into dates. */
export function renderCatalogue(input: { dataDir: string; epoch: number }): string {
  const folder = join(input.dataDir, 'catalogue')
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  for (const name of readdirSync(source).filter((entry) => entry.endsWith('.yaml'))) {
    writeFileSync(join(fresh, name), rendered(readFileSync(new URL(name, source), 'utf8'), input.epoch))
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return folder
}

export function rendered(yaml: string, epoch: number): string {
  return yaml.replaceAll(/"(-?\d+)d"/g, (_, days) => isoOf(epoch + Number(days) * DAY).slice(0, 10))
}
