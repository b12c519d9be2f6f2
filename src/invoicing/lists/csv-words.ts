// pure
import type { Language } from '../../kernel/language.ts'

/** The columns of a list as CSV, in their usual order. */
export const CSV_COLUMNS = [
  'number',
  'customer',
  'email',
  'company',
  'customerId',
  'merchant',
  'status',
  'issued',
  'due',
  'expires',
  'language',
  'currency',
  'total',
  'balance',
  'link',
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

type CsvWords = Readonly<Record<CsvColumn, string>>

/** The names of columns; the portal's list has the same ones. */
export const CSV_WORDS: Readonly<Record<Language, CsvWords>> = {
  'de-DE': {
    ...{ number: 'Nummer', customer: 'Kunde', email: 'E-Mail', company: 'Firma', customerId: 'Kundennummer' },
    ...{ merchant: 'Händler', status: 'Status', issued: 'Ausgestellt', due: 'Fällig', expires: 'Link gültig bis' },
    ...{ language: 'Sprache', currency: 'Währung', total: 'Gesamtbetrag', balance: 'Offen', link: 'Zahlungslink' },
  },
  'en-US': {
    ...{ number: 'Number', customer: 'Customer', email: 'Email', company: 'Company', customerId: 'Customer ID' },
    ...{ merchant: 'Merchant', status: 'Status', issued: 'Issued', due: 'Due', expires: 'Expires' },
    ...{ language: 'Language', currency: 'Currency', total: 'Total', balance: 'Balance', link: 'Payment link' },
  },
  'es-419': {
    ...{ number: 'Número', customer: 'Cliente', email: 'Correo electrónico', company: 'Empresa' },
    ...{ customerId: 'ID de cliente', merchant: 'Comercio', status: 'Estado', issued: 'Emisión', due: 'Vencimiento' },
    ...{ expires: 'Vencimiento del enlace', language: 'Idioma', currency: 'Moneda', total: 'Total', balance: 'Saldo' },
    link: 'Enlace de pago',
  },
  'fr-FR': {
    ...{ number: 'Numéro', customer: 'Client', email: 'E-mail', company: 'Société', customerId: 'Référence client' },
    ...{ merchant: 'Commerçant', status: 'Statut', issued: 'Émission', due: 'Échéance', expires: 'Expiration' },
    ...{ language: 'Langue', currency: 'Devise', total: 'Total', balance: 'Solde', link: 'Lien de paiement' },
  },
  'ja-JP': {
    ...{ number: '番号', customer: '顧客', email: 'メールアドレス', company: '会社名', customerId: '顧客番号' },
    ...{ merchant: '加盟店', status: 'ステータス', issued: '発行日', due: '支払期日', expires: '有効期限' },
    ...{ language: '言語', currency: '通貨', total: '合計', balance: '残高', link: '支払いリンク' },
  },
  'pt-BR': {
    ...{ number: 'Número', customer: 'Cliente', email: 'E-mail', company: 'Empresa', customerId: 'ID do cliente' },
    ...{ merchant: 'Lojista', status: 'Status', issued: 'Emissão', due: 'Vencimento', expires: 'Expiração' },
    ...{ language: 'Idioma', currency: 'Moeda', total: 'Total', balance: 'Saldo', link: 'Link de pagamento' },
  },
  'ru-RU': {
    ...{ number: 'Номер', customer: 'Клиент', email: 'Электронная почта', company: 'Компания' },
    ...{ customerId: 'Номер клиента', merchant: 'Продавец', status: 'Статус', issued: 'Выставлен', due: 'Срок оплаты' },
    ...{ expires: 'Действует до', language: 'Язык', currency: 'Валюта', total: 'Сумма', balance: 'Остаток' },
    link: 'Ссылка на оплату',
  },
  'zh-CN': {
    ...{ number: '编号', customer: '客户', email: '邮箱', company: '公司', customerId: '客户编号', merchant: '商户' },
    ...{ status: '状态', issued: '开具日期', due: '到期日', expires: '失效日期', language: '语言', currency: '币种' },
    ...{ total: '总额', balance: '待付金额', link: '付款链接' },
  },
  'zh-TW': {
    ...{
      number: '編號',
      customer: '客戶',
      email: '電子郵件',
      company: '公司',
      customerId: '客戶編號',
      merchant: '商家',
    },
    ...{ status: '狀態', issued: '開立日期', due: '到期日', expires: '失效日期', language: '語言', currency: '幣別' },
    ...{ total: '總額', balance: '待付金額', link: '付款連結' },
  },
}

const WIDE_PARENTHESES: readonly Language[] = ['ja-JP', 'zh-CN', 'zh-TW']

/** The name of a column of times: it says in which zone they are. */
export function withZone(word: string, timeZone: string, language: Language): string {
  return WIDE_PARENTHESES.includes(language) ? `${word}（${timeZone}）` : `${word} (${timeZone})`
}
