package daybook.delivery.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rooms of one process. */
class RoomsTest {
    private final List<String> told = new ArrayList<>();

    @Test
    void whoIsInIsToldOnceHoweverOftenHeJoined() {
        Rooms<String> rooms = new Rooms<>();
        rooms.join("news", "a");
        rooms.join("news", "a");
        rooms.join("news", "b");

        assertThat(rooms.send("news", told::add)).isEqualTo(2);
        assertThat(told).containsExactlyInAnyOrder("a", "b");
        assertThat(rooms.send("other", told::add)).isZero();
    }

    @Test
    void anEmptyRoomIsForgotten() {
        Rooms<String> rooms = new Rooms<>();
        rooms.join("news", "a");
        rooms.leave("news", "a");
        rooms.leave("news", "a");

        assertThat(rooms.size("news")).isZero();
    }

    @Test
    void aChannelWithoutARoomReachesNobody() {
        Rooms<String> rooms = new Rooms<>(channel -> channel.startsWith("private-")
                ? Optional.of(channel.substring("private-".length()))
                : Optional.empty());
        rooms.join("news", "a");

        assertThat(rooms.send("private-news", told::add)).isEqualTo(1);
        assertThat(rooms.send("news", told::add)).isZero();
    }
}
