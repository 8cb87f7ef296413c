import { expect } from "chai"
import { asciiText } from "../../src/acquirers/ascii-text.ts"
import { ascii } from "../../src/acquirers/br-code.ts"
import { plainLetters } from "../../src/base/letters.ts"

/** Names in the Latin alphabets of many languages, and how they are written without marks. */
const NAMES: Record<string, string> = {
  "São João da Conceição": "Sao Joao da Conceicao",
  "Łukasz Wałęsa": "Lukasz Walesa",
  "Đặng Thị Hà": "Dang Thi Ha",
  "Søren Åse Ærø": "Soren Ase AEro",
  "Groß STRAẞE": "Gross STRASSE",
  "Œuvrard Noël": "OEuvrard Noel",
  "Þórður Guðmundsson": "THordur Gudmundsson",
  "Iğdır İstanbul Şükrü": "Igdir Istanbul Sukru",
  "Škoda Žižka Čapek Řehoř Ďuro Ťažký Ňu": "Skoda Zizka Capek Rehor Duro Tazky Nu",
  "Ħamrun Għajn ŋ Ŧ": "Hamrun Ghajn ng T",
  "Ștefan Țepeș Ăn": "Stefan Tepes An",
  "Ģirts Ķelle Ļena Ņa": "Girts Kelle Lena Na",
  "Ụzọ Ọlá Ẹ̀kọ́ Ɗan Ƙofa": "Uzo Ola Eko Dan Kofa",
  Əliyev: "Eliyev",
  "Nguyễn Ưu Ơn": "Nguyen Uu On",
  "ﬁrma Ⅻ": "firma XII",
  "D'Ávila-Muñoz": "D'Avila-Munoz",
}

describe("Letters with marks", () => {
  for (const [name, plain] of Object.entries(NAMES))
    it(`'${name}' is '${plain}' for acquirers, banks and BR Codes`, () => {
      expect(plainLetters(name)).to.equal(plain)
      expect(asciiText(name, 100)).to.equal(plain)
      expect(ascii(name, 100)).to.equal(plain)
    })

  it("of every Latin letter with a mark become letters of ASCII", () => {
    const ranges = [
      [0xc0, 0x17f],
      [0x1cd, 0x1dc],
      [0x1de, 0x1ed],
      [0x1f0, 0x1f5],
      [0x1f8, 0x21b],
      [0x1e00, 0x1e99],
      [0x1ea0, 0x1ef9],
    ]
    const letters = ranges.flatMap(([from, to]) =>
      Array.from({ length: to! - from! + 1 }, (_, i) => String.fromCodePoint(from! + i)),
    )
    const left = letters.filter(
      (letter) => /\p{L}/u.test(letter) && !/^[A-Za-z'’]+$/.test(plainLetters(letter).replace("ʼ", "'")),
    )
    expect(left).to.deep.equal([])
  })

  it("of other alphabets stay as they are, and Cielo and banks get a blank in their place", () => {
    expect(plainLetters("Юля 王")).to.equal("Юля 王")
    expect([asciiText("Юля 王", 100), ascii("Юля 王", 25)]).to.deep.equal(["", "NAO INFORMADO"])
    expect(asciiText("Ana 王 Silva", 100)).to.equal("Ana Silva")
  })
})
