package daybook.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AsciiTest {
    @Test
    void everyByteThatDoesNotStandForItselfEndsAPlainRunWhereverItIs() {
        for (int value = 0; value < 256; value++) {
            boolean plain = value >= ' ' && value < 0x80 && value != '"' && value != '\\';
            for (int place = 0; place < 20; place++) {
                byte[] bytes = new byte[20];
                Arrays.fill(bytes, (byte) 'x');
                bytes[place] = (byte) value;

                assertThat(Ascii.endOfPlain(bytes, 0))
                        .as("%d at %d", value, place)
                        .isEqualTo(plain ? 20 : place);
                assertThat(Ascii.endOfPlain(bytes, place + 1)).isEqualTo(20);
            }
        }
    }

    @Test
    void everyFieldIsFoundByItsNameAndByNoneThatIsNear() {
        Names<Field> names = new Names<>(Field.values(), field -> field.text);
        for (Field field : Field.values()) {
            byte[] json = Arrays.copyOf(field.json, field.json.length + 8);
            int end = field.json.length;
            assertThat(names.at(json, 2, end - 2)).isEqualTo(field);
            assertThat(names.at(json, 2, end - 3)).isNotEqualTo(field);
            assertThat(field.valueBehind(json, 0)).isEqualTo(end);
            for (int i = 0; i < end; i++) {
                json[i] ^= 1;
                assertThat(field.valueBehind(json, 0)).isEqualTo(-1);
                json[i] ^= 1;
            }
        }
    }
}
