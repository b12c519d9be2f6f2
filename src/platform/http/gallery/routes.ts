import { AppError } from '../../../kernel/errors.ts'
import { members, valueOrThrow, withDefault } from '../../../kernel/reading/reading.ts'
import { given, oneOf } from '../../../kernel/reading/text-readers.ts'
import { onFirstUse } from '../errors/on-first-use.ts'
import { kitStyles } from '../pages/kit.ts'
import { sendHtml } from '../pages/send-html.ts'
import { loadWebFile } from '../pages/web-file.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { galleryPage, SCHEMES, WIDTHS } from './gallery-page.ts'
import { GALLERY_LANGUAGES, type GalleryLanguage } from './sample-words.ts'

const PATH = '/ui'
const HIDDEN = { schema: { hide: true } } as const
const QUERY = members({
  scheme: withDefault(given(oneOf(SCHEMES)), 'both'),
  lang: withDefault(given(oneOf(Object.keys(GALLERY_LANGUAGES) as GalleryLanguage[])), 'en'),
  width: withDefault(given(oneOf(WIDTHS)), 'full'),
  framed: withDefault(given(oneOf(['yes', 'no'])), 'no'),
})

/** The gallery of the kit, for everyone who designs or reviews a page. It exists in sandbox mode only. */
export function galleryRoutes({ baseUrl }: { readonly baseUrl: string }): RoutePlugin {
  const root = new URL(baseUrl).pathname.replace(/\/$/, '')
  const style = onFirstUse(() => loadWebFile('gallery', 'css', [...kitStyles(), 'gallery/gallery.css']))
  return async (app) => {
    app.get(PATH, HIDDEN, async (request, reply) => {
      const { framed, ...query } = valueOrThrow(QUERY(request.query, ''))
      const path = `${root}${PATH}`
      const place = { path, style: `${path}/assets/${(await style()).name}` }
      const page = galleryPage(place, { ...query, framed: framed === 'yes' })
      return sendHtml(reply, () => page, { frame: baseUrl, ancestors: "'self'" })
    })
    app.get(`${PATH}/assets/:file`, HIDDEN, async (request, reply) => {
      const { file } = request.params as { readonly file: string }
      const { name, response } = await style()
      if (file !== name) throw new AppError('not-found', 'NOT_FOUND', 'There is no such file.')
      return response.send(request, reply)
    })
  }
}
