import { invoiceDocument } from '../src/invoicing/pdf/invoice-document.ts'
import type { InvoiceView } from '../src/invoicing/presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../src/invoicing/presentation/words/all-words.ts'
import type { Language } from '../src/kernel/language.ts'
import type { PdfContent } from '../src/platform/pdf/pdf-content.ts'
import { PdfPrinter } from '../src/platform/pdf/pdf-printer.ts'
import { type Figure, median } from './figure.ts'

const PDF_MS_MAX = 150
const ROUNDS = 40
const LINES = 6
const CASES: readonly { readonly what: string; readonly language: Language; readonly items: readonly string[] }[] = [
  { what: 'an invoice in English', language: 'en-US', items: ['Widget', 'Consulting in March, travel included'] },
  { what: 'an invoice in Russian', language: 'ru-RU', items: ['Обслуживание кофемашины', 'Доставка'] },
  { what: 'an invoice in Japanese', language: 'ja-JP', items: ['珈琲豆 エチオピア 深煎り', '出張費および諸経費'] },
  { what: 'an invoice in Simplified Chinese', language: 'zh-CN', items: ['意式浓缩咖啡机清洁剂', '技术咨询服务费'] },
  { what: 'an invoice in Traditional Chinese', language: 'zh-TW', items: ['義式濃縮咖啡機清潔劑', '技術諮詢服務費'] },
  {
    what: 'an invoice in German with names in seven scripts',
    language: 'de-DE',
    items: ['珈琲豆', '发票', '안녕', 'قهوة', 'กาแฟ', 'कॉफ़ी'],
  },
]

/** How long a PDF takes, from the request to its bytes, when the fonts are open. Every document differs. */
export async function benchPdf(): Promise<readonly Figure[]> {
  const printer = new PdfPrinter()
  try {
    const smallest = await medianMs(printer, (round) => smallestDocument(round))
    const figures: Figure[] = []
    for (const { what, language, items } of CASES) {
      const ours = await medianMs(printer, (round) => anInvoice(language, items, round))
      const bar = { oursMax: PDF_MS_MAX }
      const limitIs = 'a document with one word'
      figures.push({ what, unit: 'ms', ours, limit: smallest, limitIs, isRate: false, bar })
    }
    return figures
  } finally {
    await printer.close()
  }
}

/** How long the PDF of an invoice in English takes. */
export async function invoicePdfMs(): Promise<number> {
  const printer = new PdfPrinter()
  try {
    return await medianMs(printer, (round) => anInvoice('en-US', ['Widget', 'Consulting in March'], round))
  } finally {
    await printer.close()
  }
}

async function medianMs(printer: PdfPrinter, documentOf: (round: number) => PdfContent): Promise<number> {
  const took: number[] = []
  // The first one opens the fonts.
  await printer.print(documentOf(0))
  for (let round = 1; round <= ROUNDS; round += 1) {
    const startedAt = performance.now()
    await printer.print(documentOf(round))
    took.push(performance.now() - startedAt)
  }
  return median(took)
}

function smallestDocument(round: number): PdfContent {
  const footer = { name: '', id: undefined, end: '' }
  const blocks = [{ type: 'text', text: `Hello ${round}` }] as const
  return { title: 'Hello', author: '', language: 'en-US', createdAtMs: 0, page: 'A4', footer, blocks }
}

/** An invoice as its customer reads it. */
export function aView(language: Language, items: readonly string[], round: number): InvoiceView {
  const words = INVOICE_WORDS[language]
  const amount = (index: number): string => `${round * 17 + index * 1_003},50 €`
  const row = (label: string, text: string) => ({ label, text })
  return {
    language,
    status: 'SENT',
    seller: {
      ...{ name: 'Café Bar', vatNumber: row(words.vatNumber, 'DE123456789'), phone: '+49 30 1234567' },
      ...{ address: ['Kastanienallee 12', '10435 Berlin', 'DE'], email: 'billing@cafebar.example' },
    },
    header: { backgroundColor: '#7A1F3D', fontColor: '#FFFFFF' },
    number: row(words.invoiceNumber, `A-${round}`),
    issued: row(words.issuedOn, '2026-03-01'),
    due: row(words.dueOn, '2026-04-01'),
    description: row(words.description, items.join(', ')),
    billTo: { label: words.billTo, lines: [`${items[0]} ${round}`, 'ada@example.com'] },
    customer: [row(words.companyName, 'Engines & Söhne GmbH')],
    columns: (['item', 'quantity', 'unitPrice', 'amount'] as const).map((column) => ({ column, label: words[column] })),
    lines: Array.from({ length: LINES }, (_, index) => ({
      ...{ item: `${items[index % items.length]} ${round}`, sku: `SKU-${index}`, quantity: String(index + 1) },
      ...{ unitPrice: amount(index), discount: '', tax: '', amount: amount(index * 2) },
    })),
    parts: [row(words.subtotal, amount(1)), row(words.tax, amount(2)), row(words.shipping, amount(3))],
    total: row(words.total, amount(4)),
    paid: undefined,
    balance: row(words.amountDue, amount(4)),
    partialPayment: undefined,
    customFields: [row('Projekt', 'Neubau Nord')],
  }
}

function anInvoice(language: Language, items: readonly string[], round: number): PdfContent {
  return invoiceDocument({
    view: aView(language, items, round),
    logo: undefined,
    state: 'open',
    paymentLink: 'https://pay.example/x',
    page: 'A4',
    createdAtMs: 0,
    isSandbox: true,
  })
}
