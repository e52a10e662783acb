import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const RULES = join(import.meta.dirname, '../deploy/prometheus/rules.yml')
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * The rules with every window, every `for` and every limit in seconds divided by a factor, so that each alert can be
 * seen to fire within minutes. Names and shares stay.
 */
export function scaledRules(text: string, factor: number): string {
  const scaled = (count: string, unit: string) =>
    `${Math.round((Number(count) * (SECONDS[unit] ?? Number.NaN) * 1000) / factor)}ms`
  return text
    .replace(/\[(\d+)([smhd])\]/g, (_, count, unit) => `[${scaled(count, unit)}]`)
    .replace(/^( +for: )(\d+)([smhd])$/gm, (_, head, count, unit) => `${head}${scaled(count, unit)}`)
    .replace(/ \* (60|3600)\b/g, (_, seconds) => ` * ${Number(seconds) / factor}`)
}

if (import.meta.main) {
  const factor = Number(process.argv[2])
  const target = process.argv[3]
  if (!(factor >= 1) || target === undefined) {
    console.error('Usage: node tools/scale-rules.ts FACTOR FILE, with a factor of at least 1')
    process.exitCode = 1
  } else {
    await writeFile(target, scaledRules(await readFile(RULES, 'utf8'), factor))
  }
}
