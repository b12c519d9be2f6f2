// pure
import type { Language } from '../language.ts'

/** Words that the page, documents and mails share. Each table of words has these, too. */
export type Terms = {
  readonly testMode: string
  readonly amount: string
  readonly email: string
  readonly due: (invoice: { readonly due: string }) => string
  readonly stillDue: (rest: { readonly amount: string }) => string
  readonly pay: (due: { readonly amount: string }) => string
  readonly payRest: string
  readonly viewInvoice: string
}

export const TERMS: Readonly<Record<Language, Terms>> = {
  'de-DE': {
    testMode: 'Testmodus: Es fließt kein Geld',
    amount: 'Betrag',
    email: 'E-Mail',
    due: ({ due }) => `Fällig am ${due}`,
    stillDue: ({ amount }) => `Noch offen: ${amount}.`,
    pay: ({ amount }) => `${amount} zahlen`,
    payRest: 'Rest bezahlen',
    viewInvoice: 'Rechnung ansehen',
  },
  'en-US': {
    testMode: 'Test mode: no money moves',
    amount: 'Amount',
    email: 'Email',
    due: ({ due }) => `Due ${due}`,
    stillDue: ({ amount }) => `${amount} is still due.`,
    pay: ({ amount }) => `Pay ${amount}`,
    payRest: 'Pay the rest',
    viewInvoice: 'View invoice',
  },
  'es-419': {
    testMode: 'Modo de prueba: no se mueve dinero',
    amount: 'Monto',
    email: 'Correo electrónico',
    due: ({ due }) => `Vence el ${due}`,
    stillDue: ({ amount }) => `Saldo pendiente: ${amount}.`,
    pay: ({ amount }) => `Pagar ${amount}`,
    payRest: 'Pagar el resto',
    viewInvoice: 'Ver factura',
  },
  'fr-FR': {
    testMode: 'Mode test : aucune somme n’est débitée',
    amount: 'Montant',
    email: 'E-mail',
    due: ({ due }) => `Échéance le ${due}`,
    stillDue: ({ amount }) => `Il reste ${amount} à payer.`,
    pay: ({ amount }) => `Payer ${amount}`,
    payRest: 'Payer le reste',
    viewInvoice: 'Voir la facture',
  },
  'ja-JP': {
    testMode: 'テストモード：実際の決済は行われません',
    amount: '金額',
    email: 'メールアドレス',
    due: ({ due }) => `支払期日 ${due}`,
    stillDue: ({ amount }) => `残りのお支払い額は${amount}です。`,
    pay: ({ amount }) => `${amount}を支払う`,
    payRest: '残額を支払う',
    viewInvoice: '請求書を見る',
  },
  'pt-BR': {
    testMode: 'Modo de teste: nenhum dinheiro é movimentado',
    amount: 'Valor',
    email: 'E-mail',
    due: ({ due }) => `Vence em ${due}`,
    stillDue: ({ amount }) => `Ainda falta pagar ${amount}.`,
    pay: ({ amount }) => `Pagar ${amount}`,
    payRest: 'Pagar o restante',
    viewInvoice: 'Ver fatura',
  },
  'ru-RU': {
    testMode: 'Тестовый режим: деньги не списываются',
    amount: 'Сумма',
    email: 'Эл. почта',
    due: ({ due }) => `Срок оплаты: ${due}`,
    stillDue: ({ amount }) => `Осталось оплатить ${amount}.`,
    pay: ({ amount }) => `Оплатить ${amount}`,
    payRest: 'Оплатить остаток',
    viewInvoice: 'Посмотреть счёт',
  },
  'zh-CN': {
    testMode: '测试模式：不会发生真实扣款',
    amount: '金额',
    email: '电子邮箱',
    due: ({ due }) => `${due}到期`,
    stillDue: ({ amount }) => `还需支付 ${amount}。`,
    pay: ({ amount }) => `支付 ${amount}`,
    payRest: '支付剩余金额',
    viewInvoice: '查看账单',
  },
  'zh-TW': {
    testMode: '測試模式：不會實際扣款',
    amount: '金額',
    email: '電子郵件',
    due: ({ due }) => `${due}到期`,
    stillDue: ({ amount }) => `還需支付 ${amount}。`,
    pay: ({ amount }) => `支付 ${amount}`,
    payRest: '支付剩餘金額',
    viewInvoice: '查看帳單',
  },
}
