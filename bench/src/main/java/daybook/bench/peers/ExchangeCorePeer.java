package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.Latencies;
import daybook.bench.Paced;
import daybook.bench.Scratch;
import daybook.bench.workload.Executions;
import daybook.bench.workload.Workload;
import exchange.core2.core.ExchangeApi;
import exchange.core2.core.ExchangeCore;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.CoreWaitStrategy;
import exchange.core2.core.common.MatcherEventType;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.api.ApiAddUser;
import exchange.core2.core.common.api.ApiAdjustUserBalance;
import exchange.core2.core.common.api.ApiCancelOrder;
import exchange.core2.core.common.api.ApiCommand;
import exchange.core2.core.common.api.ApiMoveOrder;
import exchange.core2.core.common.api.ApiNop;
import exchange.core2.core.common.api.ApiPlaceOrder;
import exchange.core2.core.common.api.binary.BatchAddSymbolsCommand;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.config.ExchangeConfiguration;
import exchange.core2.core.common.config.InitialStateConfiguration;
import exchange.core2.core.common.config.OrdersProcessingConfiguration;
import exchange.core2.core.common.config.PerformanceConfiguration;
import exchange.core2.core.common.config.SerializationConfiguration;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.processors.journaling.DiskSerializationProcessor;
import exchange.core2.core.processors.journaling.DiskSerializationProcessorConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * exchange-core 0.5.3 through its own ring, one matching engine, risk checks off, as fast as it goes.
 *
 * <p>Its journal holds commands only and is synced once per batch (O_DSYNC); ours holds events too.
 */
public final class ExchangeCorePeer implements Contestant, Paced {
    private static final long BALANCE = 1_000_000_000_000_000L;
    private static final int BASE_CURRENCY = 100;
    private static final int QUOTE_CURRENCY = 1;
    private static final int RESERVE_PRICE = 200_000;

    private final Workload workload;
    private final boolean journal;
    private final CoreWaitStrategy wait;
    private final ApiCommand[] commands;
    private int runs;

    public ExchangeCorePeer(Workload workload, boolean journal, String waitStrategy) {
        this.workload = workload;
        this.journal = journal;
        this.wait = CoreWaitStrategy.valueOf(waitStrategy);
        this.commands = commands(workload);
    }

    @Override
    public String name() {
        return "exchange-core 0.5.3, " + (journal ? "its journal" : "no journal") + ", "
                + wait.name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("exchange-core");
        Results results = new Results(workload);
        ExchangeCore core = start(folder, results);
        try {
            ExchangeApi api = core.getApi();
            addSymbolsAndUsers(api);
            submit(api, results, 0, workload.prefill());
            results.executions.reset();
            long start = System.nanoTime();
            submit(api, results, workload.prefill(), workload.total());
            double seconds = (System.nanoTime() - start) / 1e9;
            if (results.refused > 0 || !results.executions.equalTo(workload.expected())) {
                throw new IllegalStateException(name() + " executed " + results.executions + " and refused "
                        + results.refused + ", not " + workload.expected());
            }
            return workload.timed() / seconds;
        } finally {
            core.shutdown();
            Scratch.delete(folder);
        }
    }

    @Override
    public void run(Latencies latencies) throws Exception {
        Path folder = Scratch.folder("exchange-core");
        Results results = new Results(workload);
        ExchangeCore core = start(folder, results);
        try {
            ExchangeApi api = core.getApi();
            addSymbolsAndUsers(api);
            submit(api, results, 0, workload.prefill());
            results.latencies = latencies;
            latencies.begin();
            for (int i = 0; i < latencies.count(); i++) {
                latencies.awaitTurn(i);
                api.submitCommand(commands[workload.prefill() + i]);
            }
            submit(api, results, workload.prefill() + latencies.count(), workload.prefill() + latencies.count());
        } finally {
            core.shutdown();
            Scratch.delete(folder);
        }
    }

    private void submit(ExchangeApi api, Results results, int from, int to) {
        for (int i = from; i < to; i++) {
            api.submitCommand(commands[i]);
        }
        while (results.done < to) {
            LockSupport.parkNanos(20_000);
        }
    }

    private ExchangeCore start(Path folder, Results results) {
        PerformanceConfiguration performance = PerformanceConfiguration.baseBuilder()
                .ringBufferSize(32 * 1024)
                .matchingEnginesNum(1)
                .riskEnginesNum(1)
                .msgsInGroupLimit(1_536)
                .maxGroupDurationNs(10_000)
                .waitStrategy(wait)
                .orderBookFactory(OrderBookDirectImpl::new)
                .build();
        OrdersProcessingConfiguration processing = OrdersProcessingConfiguration.builder()
                .riskProcessingMode(OrdersProcessingConfiguration.RiskProcessingMode.NO_RISK_PROCESSING)
                .marginTradingMode(OrdersProcessingConfiguration.MarginTradingMode.MARGIN_TRADING_DISABLED)
                .build();
        String id = "run" + runs++;
        ExchangeCore core = ExchangeCore.builder()
                .resultsConsumer(results)
                .exchangeConfiguration(ExchangeConfiguration.defaultBuilder()
                        .performanceCfg(performance)
                        .ordersProcessingCfg(processing)
                        .initStateCfg(
                                journal
                                        ? InitialStateConfiguration.cleanStartJournaling(id)
                                        : InitialStateConfiguration.cleanStart(id))
                        .serializationCfg(serialization(folder))
                        .build())
                .build();
        core.startup();
        return core;
    }

    private SerializationConfiguration serialization(Path folder) {
        if (!journal) {
            return SerializationConfiguration.DEFAULT;
        }
        DiskSerializationProcessorConfiguration disk = DiskSerializationProcessorConfiguration.builder()
                .storageFolder(folder.toString())
                .snapshotLz4CompressorFactory(DiskSerializationProcessorConfiguration.LZ4_FAST)
                .journalFileMaxSize(4_000L << 20)
                .journalBufferSize(256 * 1024)
                .journalBatchCompressThreshold(2_048)
                .journalLz4CompressorFactory(DiskSerializationProcessorConfiguration.LZ4_FAST)
                .build();
        return SerializationConfiguration.builder()
                .enableJournaling(true)
                .serializationProcessorFactory(config -> new DiskSerializationProcessor(config, disk))
                .build();
    }

    private void addSymbolsAndUsers(ExchangeApi api) throws IOException {
        List<CoreSymbolSpecification> symbols = new ArrayList<>();
        for (int s = 0; s < workload.symbols(); s++) {
            symbols.add(CoreSymbolSpecification.builder()
                    .symbolId(s)
                    .type(SymbolType.CURRENCY_EXCHANGE_PAIR)
                    .baseCurrency(BASE_CURRENCY + s)
                    .quoteCurrency(QUOTE_CURRENCY)
                    .baseScaleK(1)
                    .quoteScaleK(1)
                    .takerFee(0)
                    .makerFee(0)
                    .build());
        }
        api.submitBinaryDataAsync(new BatchAddSymbolsCommand(symbols)).join();
        int transaction = 1;
        for (int user = 1; user <= workload.users(); user++) {
            api.submitCommand(ApiAddUser.builder().uid(user).build());
            for (int s = -1; s < workload.symbols(); s++) {
                api.submitCommand(ApiAdjustUserBalance.builder()
                        .uid(user)
                        .currency(s < 0 ? QUOTE_CURRENCY : BASE_CURRENCY + s)
                        .amount(BALANCE)
                        .transactionId(transaction++)
                        .build());
            }
        }
        api.submitCommandAsync(ApiNop.builder().build()).join();
    }

    private static ApiCommand[] commands(Workload w) {
        ApiCommand[] commands = new ApiCommand[w.total()];
        for (int i = 0; i < commands.length; i++) {
            commands[i] = switch (w.op(i)) {
                case GTC -> place(w, i, OrderType.GTC);
                case IOC -> place(w, i, OrderType.IOC);
                case CANCEL ->
                    ApiCancelOrder.builder()
                            .uid(w.user(i))
                            .orderId(w.orderId(i))
                            .symbol(w.symbol(i))
                            .build();
                case MOVE ->
                    ApiMoveOrder.builder()
                            .uid(w.user(i))
                            .orderId(w.orderId(i))
                            .newPrice(w.price(i))
                            .symbol(w.symbol(i))
                            .build();
            };
        }
        return commands;
    }

    private static ApiCommand place(Workload w, int i, OrderType type) {
        return ApiPlaceOrder.builder()
                .uid(w.user(i))
                .orderId(w.orderId(i))
                .price(w.price(i))
                .reservePrice(w.buy(i) ? RESERVE_PRICE : w.price(i))
                .size(w.size(i))
                .action(w.buy(i) ? OrderAction.BID : OrderAction.ASK)
                .orderType(type)
                .symbol(w.symbol(i))
                .build();
    }

    /** Counts what comes out at the end of the pipeline; called on its last thread. */
    private static final class Results implements ObjLongConsumer<OrderCommand> {
        final Executions executions;
        final int prefill;
        volatile @Nullable Latencies latencies;
        volatile long done;
        volatile long refused;

        Results(Workload workload) {
            executions = new Executions(workload.symbols());
            prefill = workload.prefill();
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
        public void accept(OrderCommand command, long sequence) {
            switch (command.command) {
                case PLACE_ORDER, CANCEL_ORDER, MOVE_ORDER -> {
                    if (command.resultCode != CommandResultCode.SUCCESS) {
                        refused++;
                    }
                    for (MatcherTradeEvent e = command.matcherEvent; e != null; e = e.nextEvent) {
                        if (e.eventType == MatcherEventType.TRADE) {
                            executions.trade(command.symbol, e.matchedOrderId, command.orderId, e.price, e.size);
                        }
                    }
                    Latencies paced = latencies;
                    if (paced != null) {
                        paced.completed((int) done - prefill);
                    }
                    done++;
                }
                default -> {}
            }
        }
    }
}
