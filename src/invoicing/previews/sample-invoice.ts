// pure
import type { Language } from '../../kernel/language.ts'

type SampleWords = {
  readonly customer: string
  readonly description: string
  readonly lines: readonly [string, string]
}

/** The words of a sample, for previews of settings without an invoice. */
const SAMPLES: Readonly<Record<Language, SampleWords>> = {
  'en-US': { customer: 'Sample Customer', description: 'Sample invoice', lines: ['Consulting', 'Travel expenses'] },
  'de-DE': { customer: 'Max Mustermann', description: 'Musterrechnung', lines: ['Beratung', 'Reisekosten'] },
  'es-419': { customer: 'Cliente de ejemplo', description: 'Factura de ejemplo', lines: ['Consultoría', 'Viáticos'] },
  'fr-FR': { customer: 'Client exemple', description: 'Facture d’exemple', lines: ['Conseil', 'Frais de déplacement'] },
  'ja-JP': { customer: '見本 太郎', description: '請求書の見本', lines: ['コンサルティング', '交通費'] },
  'pt-BR': {
    customer: 'Cliente de exemplo',
    description: 'Fatura de exemplo',
    lines: ['Consultoria', 'Despesas de viagem'],
  },
  'ru-RU': {
    customer: 'Образец клиента',
    description: 'Образец счёта',
    lines: ['Консультация', 'Командировочные расходы'],
  },
  'zh-CN': { customer: '示例客户', description: '示例账单', lines: ['咨询服务', '差旅费'] },
  'zh-TW': { customer: '範例客戶', description: '範例帳單', lines: ['諮詢服務', '差旅費'] },
}

/** The body of an invoice with two lines and tax, as a merchant would send it. */
export function sampleInvoice({
  language,
  currency,
  dueDate,
}: {
  readonly language: Language
  readonly currency: string
  readonly dueDate: string
}): Readonly<Record<string, unknown>> {
  const { customer, description, lines } = SAMPLES[language]
  const [first, second] = lines
  return {
    customerInformation: { name: customer, email: 'customer@example.com' },
    invoiceInformation: { description, dueDate, deliveryMode: 'none' },
    orderInformation: {
      amountDetails: { currency, totalAmount: '715', taxDetails: { rate: '10' } },
      lineItems: [
        { productSku: '1001', productName: first, quantity: 5, unitPrice: '120', totalAmount: '600' },
        { productSku: '1002', productName: second, quantity: 1, unitPrice: '50', totalAmount: '50' },
      ],
    },
  }
}
