package daybook.bench;

import daybook.bench.workload.Workload;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads exchange-core, its driver and the Disruptor 3 it needs apart from ours, which is Disruptor 4. */
final class PeerLoader extends URLClassLoader {
    private static final List<String> APART =
            List.of("exchange.core2.", "com.lmax.disruptor.", "daybook.bench.peers.ExchangeCore");

    private PeerLoader(URL[] urls) {
        super(urls, PeerLoader.class.getClassLoader());
    }

    static Contestant exchangeCore(Workload workload, boolean journal, String waitStrategy)
            throws IOException, ReflectiveOperationException {
        return (Contestant) peer(workload, journal, waitStrategy);
    }

    /** With its journal. */
    static Paced pacedExchangeCore(Workload workload) throws IOException, ReflectiveOperationException {
        return (Paced) peer(workload, true, "YIELDING");
    }

    private static Object peer(Workload workload, boolean journal, String waitStrategy)
            throws IOException, ReflectiveOperationException {
        List<URL> urls = new ArrayList<>();
        urls.add(Path.of("bench/target/peers/disruptor-3.4.2.jar").toUri().toURL());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        PeerLoader loader = new PeerLoader(urls.toArray(URL[]::new));
        return loader.loadClass("daybook.bench.peers.ExchangeCorePeer")
                .getConstructor(Workload.class, boolean.class, String.class)
                .newInstance(workload, journal, waitStrategy);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (APART.stream().noneMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }
}
