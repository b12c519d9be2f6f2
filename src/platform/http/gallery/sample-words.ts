// pure
import type { Language } from '../../../kernel/language.ts'

/** The languages of the gallery: long words, short ones, and ones without spaces. */
export const GALLERY_LANGUAGES = { de: 'de-DE', en: 'en-US', ja: 'ja-JP' } as const satisfies Record<string, Language>
export type GalleryLanguage = keyof typeof GALLERY_LANGUAGES

/** Texts of the samples, as long as the API allows them to be. */
export type SampleWords = {
  readonly pay: string
  readonly save: string
  readonly cancel: string
  readonly longAction: string
  readonly cancelInvoice: string
  readonly paying: string
  readonly name: string
  readonly email: string
  readonly longLabel: string
  readonly help: string
  readonly problem: string
  readonly country: string
  readonly message: string
  readonly amount: string
  readonly minimum: string
  /** Behind the label of a field. */
  readonly optional: string
  readonly card: string
  readonly bank: string
  readonly remember: string
  readonly error: readonly [string, string, string]
  readonly warning: string
  readonly success: string
  readonly plain: string
  readonly testMode: string
  readonly testMark: string
  readonly testCards: string
  readonly customer: string
  readonly description: string
  readonly paragraph: string
  readonly subtotal: string
  readonly tax: string
  readonly total: string
  readonly number: string
  readonly status: string
  readonly due: string
  readonly views: readonly string[]
  readonly filters: readonly string[]
  readonly question: string
  readonly consequence: string
  readonly done: string
  readonly undo: string
  readonly empty: readonly [string, string, string]
  readonly actions: readonly string[]
  /** Why the second action is not allowed. */
  readonly refusal: string
}

export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau'
export const NAMES = [
  'شركة النور للتجارة والمقاولات العامة والاستيراد والتصدير',
  '株式会社日本国際総合物流情報技術研究開発機構東京本社',
  LONG_WORD,
  'Tanya Lee',
] as const
/** One right edge for all of them, whatever their currency. */
export const AMOUNTS = ['$123,456,789,012.34', '¥98,765,432', 'KWD 1,234,567.891', '−$0.05'] as const

export const SAMPLE_WORDS: Readonly<Record<GalleryLanguage, SampleWords>> = {
  de: {
    pay: '123.456.789.012,34 € bezahlen',
    save: 'Speichern',
    cancel: 'Abbrechen',
    longAction: 'Zahlungserinnerung an alle überfälligen Rechnungsempfänger senden',
    cancelInvoice: 'Rechnung A123 stornieren',
    paying: 'Wird verarbeitet …',
    name: 'Name des Karteninhabers',
    email: 'E-Mail-Adresse',
    longLabel: 'Umsatzsteuer-Identifikationsnummer des Rechnungsempfängers',
    help: 'Wir senden die Zahlungsbestätigung an diese Adresse.',
    problem: 'Geben Sie eine E-Mail-Adresse wie name@beispiel.de ein.',
    country: 'Land',
    message: 'Nachricht an den Empfänger',
    amount: 'Anderer Betrag',
    minimum: 'Mindestens 10,00 €, danach bleiben 123.456.789.002,34 € offen.',
    optional: ' (freiwillig)',
    card: 'Karte',
    bank: 'Lastschrift von einem Bankkonto',
    remember: 'Diese Karte speichern, damit künftige Rechnungen damit beglichen werden können',
    error: ['Die Zahlung wurde abgelehnt', 'Prüfen Sie die Kartennummer.', 'Oder wählen Sie eine andere Zahlungsart.'],
    warning: 'Diese Rechnung ist seit 14 Tagen überfällig.',
    success: 'Die Einstellungen sind gespeichert.',
    plain: 'Jemand bezahlt diese Rechnung gerade.',
    testMode: 'Testmodus: Es fließt kein Geld',
    testMark: 'Testmodus',
    testCards: 'Testkarten',
    customer: 'Rechnungsempfänger',
    description: 'Beschreibung',
    paragraph:
      'Wartung der Aufzugsanlagen im Hauptgebäude einschließlich Ersatzteilbeschaffung, Sicherheitsprüfung und Dokumentation für das gesamte Geschäftsjahr 2026.',
    subtotal: 'Zwischensumme',
    tax: 'USt. 19 %',
    total: 'Gesamtbetrag',
    number: 'Nummer',
    status: 'Status',
    due: 'Fällig',
    views: ['Alle', 'Entwürfe', 'Offen', 'Überfällig', 'Bezahlt'],
    filters: ['Status: überfällig', `Kunde: ${LONG_WORD}`, 'Währung: EUR'],
    question: 'Rechnung A123 stornieren?',
    consequence:
      'Der Zahlungslink zeigt dann, dass nichts mehr zu bezahlen ist. Das lässt sich nicht rückgängig machen.',
    done: 'Rechnung A123 wurde an tanya.lee@example.com gesendet.',
    undo: 'Rückgängig',
    empty: ['Noch keine Rechnungen', 'Rechnungen, die Sie anlegen, stehen hier.', 'Erste Rechnung anlegen'],
    actions: ['Erinnerung senden', 'Als bezahlt markieren', 'PDF herunterladen', 'Stornieren'],
    refusal: 'Zuerst muss die Rechnung gesendet werden.',
  },
  en: {
    pay: 'Pay $123,456,789,012.34',
    save: 'Save',
    cancel: 'Cancel',
    longAction: 'Send a reminder to all customers whose invoices are overdue',
    cancelInvoice: 'Cancel invoice A123',
    paying: 'Processing…',
    name: 'Name on card',
    email: 'Email',
    longLabel: 'VAT identification number of the customer that is billed',
    help: 'The receipt is sent to this address.',
    problem: 'Enter an email address such as name@example.com.',
    country: 'Country',
    message: 'Message to the customer',
    amount: 'Other amount',
    minimum: 'At least $10.00; $123,456,789,002.34 would remain.',
    optional: ' (optional)',
    card: 'Card',
    bank: 'Debit from a bank account',
    remember: 'Save this card, so that future invoices can be charged to it',
    error: ['Your payment was declined', 'Check the card number.', 'Or choose another method.'],
    warning: 'This invoice has been overdue for 14 days.',
    success: 'The settings are saved.',
    plain: 'Someone is paying this invoice right now.',
    testMode: 'Test mode: no money moves',
    testMark: 'Test mode',
    testCards: 'Test cards',
    customer: 'Bill to',
    description: 'Description',
    paragraph:
      'Maintenance of the elevators in the main building, including spare parts, the safety inspection and its documentation for the whole of 2026.',
    subtotal: 'Subtotal',
    tax: 'Sales tax 8.5%',
    total: 'Total',
    number: 'Number',
    status: 'Status',
    due: 'Due',
    views: ['All', 'Drafts', 'Open', 'Overdue', 'Paid'],
    filters: ['Status: overdue', `Customer: ${LONG_WORD}`, 'Currency: USD'],
    question: 'Cancel invoice A123?',
    consequence: 'Its link will say that there is nothing to pay. This cannot be undone.',
    done: 'Invoice A123 was sent to tanya.lee@example.com.',
    undo: 'Undo',
    empty: ['No invoices yet', 'Invoices that you create are listed here.', 'Create the first invoice'],
    actions: ['Send a reminder', 'Mark as paid', 'Download PDF', 'Cancel invoice'],
    refusal: 'The invoice must be sent first.',
  },
  ja: {
    pay: '¥123,456,789,012を支払う',
    save: '保存',
    cancel: 'キャンセル',
    longAction: '支払期日を過ぎたすべての請求書の宛先に督促メールを送信する',
    cancelInvoice: '請求書A123を取り消す',
    paying: '処理中…',
    name: 'カード名義人',
    email: 'メールアドレス',
    longLabel: '請求先の適格請求書発行事業者登録番号',
    help: 'このアドレスに領収書をお送りします。',
    problem: 'name@example.comのようなメールアドレスを入力してください。',
    country: '国',
    message: 'お客様へのメッセージ',
    amount: '別の金額',
    minimum: '最低金額は¥1,000です。残額は¥123,456,788,012になります。',
    optional: '（任意）',
    card: 'カード',
    bank: '銀行口座からの引き落とし',
    remember: '今後の請求書のお支払いに使えるように、このカードを保存する',
    error: ['お支払いが承認されませんでした', 'カード番号をご確認ください。', '別のお支払い方法もお選びいただけます。'],
    warning: 'この請求書は支払期日を14日過ぎています。',
    success: '設定を保存しました。',
    plain: 'この請求書は現在お支払い手続き中です。',
    testMode: 'テストモード：実際の決済は行われません',
    testMark: 'テストモード',
    testCards: 'テストカード',
    customer: '請求先',
    description: '内容',
    paragraph: '本館エレベーター設備の保守点検一式（交換部品の手配、安全検査、2026年度通年の報告書作成を含みます）。',
    subtotal: '小計',
    tax: '消費税 10%',
    total: '合計',
    number: '番号',
    status: 'ステータス',
    due: '支払期日',
    views: ['すべて', '下書き', '未払い', '期日超過', '支払済み'],
    filters: ['ステータス：期日超過', `お客様：${LONG_WORD}`, '通貨：JPY'],
    question: '請求書A123を取り消しますか？',
    consequence: '支払いリンクには、お支払いが不要であることが表示されます。この操作は元に戻せません。',
    done: '請求書A123をtanya.lee@example.comに送信しました。',
    undo: '元に戻す',
    empty: ['請求書はまだありません', '作成した請求書がここに表示されます。', '最初の請求書を作成'],
    actions: ['督促を送信', '支払済みにする', 'PDFをダウンロード', '取り消す'],
    refusal: '先に請求書を送信してください。',
  },
}
