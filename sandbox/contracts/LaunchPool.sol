// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {LaunchToken} from "./LaunchToken.sol";

/// The pool that a launch on a curve ends in; it logs its liquidity as the pairs of Uniswap v2 do.
contract LaunchPool {
    LaunchToken public immutable token;
    uint256 public reserve;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);

    error Empty();

    constructor(LaunchToken launched) {
        token = launched;
    }

    /// Makes liquidity of the tokens that the pool holds.
    function mint(uint256 paid) external {
        uint256 added = token.balanceOf(address(this)) - reserve;
        if (added == 0) revert Empty();
        reserve += added;
        emit Mint(msg.sender, added, paid);
    }
}
