import type { Finding } from './finding.ts'

type Source = { readonly path: string; readonly text: string }

/** The lists that the service is made of: for each, the folder of its members and the form of their declarations. */
const LISTS: readonly {
  readonly list: string
  readonly in: RegExp
  readonly declared: RegExp
}[] = [
  {
    list: 'src/contract/operations/index.ts',
    in: /^src\/contract\/operations\//,
    declared: /^export const (\w+) = define\w+\(/,
  },
  {
    list: 'src/reads/agent/questions/index.ts',
    in: /^src\/reads\/agent\/questions\//,
    declared: /^export const (\w+)(?:: Capability = | = defineTool\(| = projectCapability\()/,
  },
  {
    list: 'src/collectors/index.ts',
    in: /^src\/collectors\//,
    declared: /^export const (\w+): Collector</,
  },
  {
    list: 'src/surfaces/pages/pages.ts',
    in: /^src\/surfaces\/pages\//,
    declared: /^export const (\w+) = definePage\(/,
  },
]

/**
 * Finds operations, tools, capabilities, collectors and pages that their list does not import. Such a file compiles,
 * but the service never uses it. Biome finds an import that the list does not use.
 */
export function findUnlisted(sources: readonly Source[]): readonly Finding[] {
  return LISTS.flatMap((of) => {
    const imported = importedBy(sources.find(({ path }) => path === of.list))
    return sources
      .filter(({ path }) => path !== of.list && of.in.test(path) && !/\.test(?:-d)?\.ts$/.test(path))
      .flatMap(({ path, text }) =>
        declaredIn(text, of.declared)
          .filter(({ name }) => !imported.has(name))
          .map(({ line }) => ({ path, line, rule: 'listed' })),
      )
  })
}

function declaredIn(
  text: string,
  declared: RegExp,
): readonly { readonly name: string; readonly line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    const [, name] = declared.exec(row) ?? []
    return name === undefined ? [] : [{ name, line: index + 1 }]
  })
}

/** The names that a file imports, as the files that export them call them. */
function importedBy(list: Source | undefined): ReadonlySet<string> {
  if (list === undefined) return new Set()
  const imports = [...list.text.matchAll(/^import \{([^}]*)\} from/gm)]
  return new Set(
    imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? '')),
  )
}
