import { fileURLToPath } from 'node:url'
import { renderAsync } from '@resvg/resvg-js'

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))

/** The PNG of an SVG image of the service, drawn with the font of this package alone and outside the event loop. */
export async function pngOf(svg: string): Promise<Buffer> {
  const font = { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' }
  const image = await renderAsync(svg, { font })
  return image.asPng()
}
