import { CatalogueFile } from '#operator/catalogue-schema.ts'
import { writeGenerated } from './generated-file.ts'

/**
 * Writes docs/catalogue.schema.json, which editors take from the first line of a catalogue file. With --check it fails
 * if the file differs.
 */
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A catalogue file',
  ...CatalogueFile,
}
const text = `${JSON.stringify(schema, undefined, 2)}\n`
await writeGenerated({
  path: 'docs/catalogue.schema.json',
  text,
  from: 'its schema',
  script: 'catalogue-schema',
})
