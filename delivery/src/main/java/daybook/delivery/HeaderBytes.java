package daybook.delivery;

import daybook.log.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Headers in one column: per header a 4-byte length and the name (UTF-8), a 4-byte length and the value; big endian. */
final class HeaderBytes {
    private HeaderBytes() {}

    static byte[] encode(List<Header> headers) {
        List<byte[]> parts = new ArrayList<>(2 * headers.size());
        int size = 0;
        for (Header header : headers) {
            byte[] name = header.name().getBytes(StandardCharsets.UTF_8);
            parts.add(name);
            parts.add(header.value());
            size += 8 + name.length + header.value().length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (byte[] part : parts) {
            bytes.putInt(part.length).put(part);
        }
        return bytes.array();
    }

    static List<Header> decode(byte[] column) {
        ByteBuffer bytes = ByteBuffer.wrap(column);
        List<Header> headers = new ArrayList<>();
        while (bytes.hasRemaining()) {
            String name = new String(part(bytes), StandardCharsets.UTF_8);
            headers.add(new Header(name, part(bytes)));
        }
        return headers;
    }

    private static byte[] part(ByteBuffer bytes) {
        byte[] part = new byte[bytes.getInt()];
        bytes.get(part);
        return part;
    }
}
