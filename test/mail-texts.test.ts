import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../src/kernel/language.ts'
import { renderMail } from '../src/notifications/mail-kit/render-mail.ts'
import { everyMail } from './support/data/mails.ts'
import { expectGolden } from './support/references/golden-file.ts'

/** Every mail as its reader sees it without images, one after the other. */
function mailTexts(language: Language): string {
  const mails = Object.entries(everyMail(language)).map(([kind, content]) => {
    const { subject, text } = renderMail(content)
    return `===== ${kind}\n${subject}\n(${content.preheader})\n\n${text}`
  })
  return mails.join('\n')
}

test.each(LANGUAGES)('the texts of all mails in %s match the reviewed ones', (language) => {
  expectGolden(`mails/${language}.txt`, Buffer.from(mailTexts(language)))
})

test.each(LANGUAGES)('no mail in %s has two full stops or two spaces', (language) => {
  expect(mailTexts(language)).not.toMatch(/(?<!\.)\.\.(?!\.)|[^\n ] {2,}|[。！？] |[:：][^\n]*[:：]\n/)
})
