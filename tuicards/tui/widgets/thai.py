"""Where a line of Thai may be broken. Thai writes no blanks between words, and no line may begin with a mark that
belongs to the letter before it, nor end with a vowel that is written before its consonant.

A line is broken before a word that is often met here, or before a vowel that opens a syllable; a word that is known
stays whole. What is no Thai is left as it is.
"""

import unicodedata
from collections.abc import Iterator

LEADING = "เแโใไ"
"""Vowels that are written before their consonant."""

CLOSING = "ะาำๅๆฯ"
"""Letters that belong to the one before them."""

OFTEN = """
กด กติกา กลับ กลับมา กวาด กว่า กับ การ กำลัง กิน ก่อน ของ ขอบคุณ ขอบเขต ข้อความ คน คราว ครั้ง คะแนน
ความ คำ คำทักทาย คือ คุณ จะ จบ จั่ว จาก จำนวน จำเป็น ชนะ ชื่อ ชุด ด้วย ดอก ดู ตอน ตั้ง ตัว ตัวเลือก
ตา ตาม ตำแหน่ง ต้อง ถ้า ถึง ถือ ทริก ทรัมป์ ทั้งหมด ทับ ทาย ทิ้ง ที่ ที่นั่ง ทุก ธรรมเนียม นั่ง นับ บทความ
นำ นี้ บรรทัด บอก บอต บันทึก ประกาศ ประโยค ปฏิเสธ ปุ่ม ผู้ พิเศษ พิมพ์ พูด ภาษา มา มาก มี มือ ยัง
ยกเลิก ระหว่าง รหัส รอ รอบ รับ ราว รายการ ล็อบบี้ ลง ว่า ว่าง สร้าง สมาชิก สว่าง สาธารณะ สำเร็จ
สำรับ สำหรับ สิ่ง สี ส่ง หงาย หน้า หมาย หรือ หลัง หา อยู่ อะไร อ่าน ออก อัตโนมัติ อีก อีโมต เกม เกิน
เครื่อง เจ้าของ เชื่อมต่อ เซิร์ฟเวอร์ เทอร์มินัล เท่า เปลี่ยน เปิด เป็น เพราะ เพื่อ เมื่อ เริ่ม เลข
เล่น เลือก เหมือน แจก แชต แต้ม แต่ แนะนำ แบบ แมตช์ แรก แล้ว และ โจ๊กเกอร์ โดย โต๊ะ โทษ โปรแกรม
โพรโทคอล โฟลเดอร์ โมลอดคา โลแคล ใคร ใช้ ใน ใบ ให้ ใหม่ ได้ ไป ไฟล์ ไพ่ ไม่ ไหน
"""

WORDS = frozenset(OFTEN.split())

LONGEST = max(map(len, WORDS))


def pieces(text: str) -> list[str]:
    """The text in pieces; a line may end after each of them."""
    ends = [*_ends(text), len(text)]
    starts = [0, *ends[:-1]]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def joined(text: str, index: int) -> bool:
    """Whether the characters before and after a place cannot be parted."""
    after = text[index]
    return text[index - 1] in LEADING or after in CLOSING or unicodedata.category(after) == "Mn"


def whole(text: str, length: int) -> str:
    """So much of the text's beginning, or a little less where that would part what belongs together."""
    end = length
    while 0 < end < len(text) and joined(text, end):
        end -= 1
    return text[: end or length]


def _ends(text: str) -> Iterator[int]:
    place = 0
    while place < len(text):
        word = _known(text, place)
        opens = bool(word) or text[place] in LEADING
        if place and opens and _is_thai(text[place - 1]) and not joined(text, place):
            yield place
        place += len(word) or 1


def _known(text: str, place: int) -> str:
    """The longest known word that stands at a place; empty where none does, or where marks follow that change it."""
    for size in range(LONGEST, 1, -1):
        word = text[place : place + size]
        if word in WORDS and (place + size >= len(text) or not joined(text, place + size)):
            return word
    return ""


def _is_thai(character: str) -> bool:
    return "\u0e01" <= character <= "\u0e5b"
