import { execFileSync } from 'node:child_process'
import { copyFile, cp, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { readDocuments } from '#app/files/documents.ts'
import { forFile } from '#test/run/for-file.ts'
import { command } from '#test/service/run-command.ts'
import { CLIENTS, openClientService, ROOT } from './client-kit.ts'

/** The packages and builds of the package managers of other languages, kept from run to run. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'evidence-research-clients')
const PYTHON = join(CACHE, 'python')
const ENVIRONMENT = {
  GOPATH: join(CACHE, 'go'),
  GOCACHE: join(CACHE, 'go-build'),
  GOFLAGS: '-modcacherw',
  CARGO_HOME: join(CACHE, 'cargo'),
  CARGO_TARGET_DIR: join(CACHE, 'cargo-target'),
  MAVEN_ARGS: `-Dmaven.repo.local=${join(CACHE, 'maven')}`,
  PATH: `${join(PYTHON, 'bin')}:${process.env['PATH']}`,
}
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
/** Only the client: no tests and no pages. */
const PLAIN = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((part) => `${part}=false`).join()
const LIMIT = { timeout: 600_000 }

const asked = await forFile(openClientService())
await mkdir(CACHE, { recursive: true })

/** Leaves out a test, and says why, where the machine lacks a tool. The generators need Python, and one needs Java. */
function need(context: TestContext, tools: readonly string[]): void {
  const missing = tools.filter((tool) => !isInstalled(tool))
  context.skip(missing.length > 0, `not installed here: ${missing.join(', ')}`)
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync('which', [tool], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function run(line: readonly string[], folder = ''): Promise<string> {
  return await command(line, { cwd: join(asked.folder, folder), env: ENVIRONMENT })
}

/** Installs the generators that are Python packages; one of them carries the Java program. */
async function installPython(): Promise<void> {
  await run(['python3', '-m', 'venv', PYTHON])
  const pip = [join(PYTHON, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check']
  await run([...pip, '--requirement', join(CLIENTS, 'python/requirements.txt')])
}

/** Generates a client with openapi-generator from the document as OpenAPI 3.0. */
async function generate(language: string, into: string, ...options: readonly string[]): Promise<void> {
  await installPython()
  const made = ['--input-spec', 'openapi-3.0.json', '--generator-name', language, '--output', into]
  await run(['openapi-generator-cli', 'generate', ...made, '--global-property', PLAIN, ...options])
}

/** The lines of a program that asks the service. */
async function askedBy(program: readonly string[], folder = ''): Promise<readonly string[]> {
  const said = await run([...program, asked.baseUrl, asked.slug, asked.token], folder)
  return said.trim().split('\n')
}

test('openapi-generator for Python answers ten operations', LIMIT, async (context) => {
  need(context, ['python3', 'java'])
  await generate('python', 'python')
  await copyFile(join(CLIENTS, 'python/ask_openapi_generator.py'), join(asked.folder, 'python/ask.py'))
  expect(await askedBy(['python', 'ask.py'], 'python')).toEqual(asked.expected)
})

test('openapi-python-client answers ten operations', LIMIT, async (context) => {
  need(context, ['python3'])
  await installPython()
  const made = ['--path', 'openapi.json', '--output-path', 'svc_client', '--meta', 'none']
  await run(['openapi-python-client', 'generate', ...made])
  await copyFile(join(CLIENTS, 'python/ask_openapi_python_client.py'), join(asked.folder, 'ask.py'))
  expect(await askedBy(['python', 'ask.py'])).toEqual(asked.expected)
})

test('oapi-codegen for Go answers ten operations', LIMIT, async (context) => {
  need(context, ['go'])
  await cp(join(CLIENTS, 'go'), join(asked.folder, 'go'), { recursive: true })
  await mkdir(join(asked.folder, 'go/oapi/svc'))
  const made = ['-generate', 'types,client', '-package', 'svc', '-o', 'oapi/svc/svc.go']
  await run(['go', 'run', OAPI_CODEGEN, ...made, '../openapi-3.0.json'], 'go')
  expect(await askedBy(['go', 'run', './oapi'], 'go')).toEqual(asked.expected)
})

test('openapi-generator for Go answers ten operations', LIMIT, async (context) => {
  need(context, ['python3', 'java', 'go'])
  await cp(join(CLIENTS, 'go'), join(asked.folder, 'go'), { recursive: true })
  const options = ['enumClassPrefix=true', 'withGoMod=false', 'packageName=svc'].join()
  await generate('go', 'go/generator/svc', '--additional-properties', options)
  expect(await askedBy(['go', 'run', './generator'], 'go')).toEqual(asked.expected)
})

test('openapi-generator for Java answers ten operations', LIMIT, async (context) => {
  need(context, ['python3', 'java', 'javac', 'mvn'])
  await generate('java', 'java', '--library', 'native')
  await copyFile(join(CLIENTS, 'java/Ask.java'), join(asked.folder, 'java/src/main/java/Ask.java'))
  const repository = `-Dmaven.repo.local=${join(CACHE, 'maven')}`
  const goals = ['compile', 'dependency:copy-dependencies', '-DincludeScope=runtime']
  await run(['mvn', '--quiet', '--batch-mode', repository, ...goals], 'java')
  const classes = 'target/classes:target/dependency/*'
  expect(await askedBy(['java', '-cp', classes, 'Ask'], 'java')).toEqual(asked.expected)
})

test('openapi-generator for Rust answers ten operations', LIMIT, async (context) => {
  need(context, ['python3', 'java', 'cargo'])
  await generate('rust', 'rust', '--library', 'reqwest', '--additional-properties', 'supportAsync=false')
  await copyFile(join(CLIENTS, 'rust/main.rs'), join(asked.folder, 'rust/src/main.rs'))
  await copyFile(join(CLIENTS, 'rust/Cargo.toml'), join(asked.folder, 'rust/Cargo.toml'))
  const cargo = ['cargo', 'run', '--quiet', '--']
  expect(await askedBy(cargo, 'rust')).toEqual(asked.expected)
})

/** The programs that the commands of each page need on the machine. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  python: ['curl', 'python3', 'java'],
  go: ['curl', 'go'],
  java: ['curl', 'python3', 'java', 'javac', 'mvn'],
  rust: ['curl', 'python3', 'java', 'cargo'],
}
const { languages } = readDocuments({ baseUrl: '{base_url}' }).reference

for (const { language, name, program, steps } of languages)
  test(
    `the commands of the page for ${name} make a client whose first call answers`,
    LIMIT,
    async (context) => {
      const needed = NEEDED[language] ?? []
      need(context, needed)
      if (needed.includes('python3')) await installPython()
      const folder = `first-${language}`
      await mkdir(join(asked.folder, folder))
      await copyFile(join(ROOT, 'docs/clients', program), join(asked.folder, folder, program))
      let said = ''
      for (const { line } of steps)
        said = await run(['sh', '-c', line.replaceAll('{base_url}', asked.baseUrl)], folder)
      expect(said.trim().split('\n')).toEqual(await firstProjects())
    },
  )

/** What a first call prints: the name and the status of three projects. */
async function firstProjects(): Promise<readonly string[]> {
  const { body } = await asked.service.get('/api/projects?limit=3&claims=none')
  const items = body['items'] as readonly { readonly name: string; readonly status: string }[]
  return items.map(({ name, status }) => `${name} ${status}`)
}
